// Generates docs/faults.md: every case of docs/hostile-cases.md with its one test, `case N: …` in tests/faults.
// `--write` writes the page; otherwise it is checked. Every case must have exactly one test.
import { readFileSync } from 'node:fs';
import { cell, pageProblems, runStandalone, testLink } from './generated-page.ts';
import { allTestTitles, type TestTitle } from './test-titles.ts';

const CATALOGUE = 'docs/hostile-cases.md';
/** The generated page. */
export const FAULTS_PAGE = 'docs/faults.md';
const TESTS = 'tests/faults/**/*.test.ts';

interface FaultCase {
  readonly number: number;
  readonly input: string;
}

/** Problems of the catalogue's numbers, the tests and the page. */
export function faultCaseProblems(): readonly string[] {
  const numbers = cases().map(({ number }) => number);
  const tests = caseTests();
  const named = [...tests.entries()];
  return [
    ...numbers
      .filter((number, index) => number !== index + 1)
      .map((number) => `${CATALOGUE}: case ${number} is out of order, duplicated or follows a gap`),
    ...numbers
      .filter((number) => tests.get(number)?.length !== 1)
      .map((number) => `${TESTS}: case ${number} has ${tests.get(number)?.length ?? 0} tests instead of one`),
    ...named
      .filter(([, of]) => of.every(({ tier }) => tier === 'campaign'))
      .map(([number]) => `${TESTS}: only the campaign tests case ${number}, which CI does not run`),
    ...named
      .filter(([number]) => !numbers.includes(number))
      .map(([number]) => `${TESTS}: case ${number} is not in ${CATALOGUE}`),
    ...pageProblems(FAULTS_PAGE, faultsPage()),
  ];
}

/** The expected page. */
export function faultsPage(): string {
  const tests = caseTests();
  const rows = cases().map(({ number, input }) => {
    const proofs = (tests.get(number) ?? []).map(testLink);
    return `| ${number} | ${cell(input)} | ${proofs.join('<br>')} |`;
  });
  return `# Hostile cases and their tests

Generated from [hostile-cases.md](hostile-cases.md) and the titles of \`tests/faults\` by \`node scripts/checks/fault-cases.ts --write\`.
Do not edit. The answers, and what a test cannot reach, are in the catalogue.

| Case | Input or fault | Test |
|---|---|---|
${rows.join('\n')}
`;
}

function cases(): readonly FaultCase[] {
  const rows = readFileSync(CATALOGUE, 'utf8').matchAll(/^\| (\d+) \| (.*?) \| /gm);
  return [...rows].map(([, number, input = '']) => ({ number: Number(number), input }));
}

function caseTests(): ReadonlyMap<number, readonly TestTitle[]> {
  const found = new Map<number, TestTitle[]>();
  for (const test of allTestTitles(TESTS)) {
    const number = Number(/^case (\d+): /.exec(test.title)?.[1] ?? Number.NaN);
    if (!Number.isNaN(number)) found.set(number, [...(found.get(number) ?? []), test]);
  }
  return found;
}

if (import.meta.main) runStandalone(FAULTS_PAGE, faultsPage(), faultCaseProblems);
