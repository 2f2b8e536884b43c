// Checks the documentation: every export of domain/ and contract/ has a docstring, every file begins with a header
// comment, no file has a vague name, every path in a document and every section, case and decision in a comment exists,
// and the generated pages are current. `--write` generates these pages first.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mentionProblems } from './mentions.ts';
import { allTestTitles, type TestTier, type TestTitle } from './test-titles.ts';

const CATALOGUE = 'docs/hostile-cases.md';
const FAULTS_PAGE = 'docs/faults.md';
const TESTS = 'tests/faults/**/*.test.ts';

interface FaultCase {
  readonly number: number;
  readonly input: string;
}

/** Problems of the catalogue's numbers, the tests and the page. */
function faultCaseProblems(): readonly string[] {
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
    ...reportedFaultProblems(),
    ...pageProblems(FAULTS_PAGE, faultsPage()),
  ];
}

interface ReportedFault {
  readonly id: string;
  readonly fault: string;
  readonly kind: string;
}

/** Every reported fault has a test that CI runs, and every id in a title is in the catalogue. */
function reportedFaultProblems(): readonly string[] {
  const ids = reportedFaults().map(({ id }) => id);
  const tests = allTestTitles();
  return [
    ...ids
      .filter((id) => !tests.some((test) => test.ids.includes(id) && test.tier !== 'campaign'))
      .map((id) => `${CATALOGUE}: no test in CI has [${id}] in its title`),
    ...tests.flatMap(({ file, ids: named }) =>
      named
        .filter((id) => id.startsWith('F') && !ids.includes(id))
        .map((id) => `${file}: [${id}] is not in ${CATALOGUE}`),
    ),
  ];
}

function reportedFaults(): readonly ReportedFault[] {
  const rows = readFileSync(CATALOGUE, 'utf8').matchAll(/^\| (F\d+) \| (.*?) \| (.*?) \|/gm);
  return [...rows].map(([, id = '', fault = '', kind = '']) => ({ id, fault, kind }));
}

function faultsPage(): string {
  const tests = caseTests();
  const rows = cases().map(({ number, input }) => {
    const proofs = (tests.get(number) ?? []).map(testLink);
    return `| ${number} | ${cell(input)} | ${proofs.join('<br>')} |`;
  });
  const titles = allTestTitles();
  const reported = reportedFaults().map(({ id, fault, kind }) => {
    const proofs = titles.filter(({ ids }) => ids.includes(id)).map(testLink);
    return `| ${id} | ${cell(fault)} | ${cell(kind)} | ${proofs.join('<br>')} |`;
  });
  return `# Hostile cases and their tests

Generated from [hostile-cases.md](hostile-cases.md) and the titles of the tests by \`node scripts/checks/check-docs.ts --write\`.
Do not edit. The answers, and what a test cannot reach, are in the catalogue.

| Case | Input or fault | Test |
|---|---|---|
${rows.join('\n')}

## Faults of a kind

| Fault | Case | Kind | Test |
|---|---|---|---|
${reported.join('\n')}
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

const FORBIDDEN_NAMES = /^(utils?|helpers?|common|misc|shared|manager|service|data|index)\.(ts|tsx)$/;
const CODE = '{domain,contract,server,web,content,tests,bench,scripts,workbench}/**/*.{ts,tsx,mjs}';

function undocumentedExports(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const name = /^export (?:async )?(?:const|function|interface|type|class) (\w+)/.exec(line)?.[1];
    const documented = (lines[index - 1] ?? '').trimEnd().endsWith('*/');
    return name && !documented ? [`${file}:${index + 1} ${name} has no docstring`] : [];
  });
}

function withoutHeader(file: string): string[] {
  const first = readFileSync(file, 'utf8').trimStart();
  return /^(\/\/|\/\*|#!)/.test(first) ? [] : [`${file} has no header comment`];
}

function missingPaths(document: string): string[] {
  const text = readFileSync(document, 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]+)?\)/g)];
  const files = [...text.matchAll(/`((?:domain|contract|server|web|content|tests|bench|scripts|docs)\/[\w./-]+)`/g)];
  return [
    ...links
      .map(([, link = '', anchor = '']) => ({
        target: path.join(path.dirname(document), link || path.basename(document)),
        anchor,
      }))
      .filter(({ target, anchor }) => !existsSync(target) || (anchor && !headings(target).includes(anchor)))
      .map(({ target, anchor }) => `${document} links to ${target}${anchor}, which does not exist`),
    ...files
      .filter(([, file = '']) => !existsSync(file))
      .map(([, file]) => `${document} names ${file}, which does not exist`),
  ];
}

/** The anchors of a document's headings, as GitHub makes them. */
function headings(document: string): string[] {
  const titles = readFileSync(document, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...titles].map(
    ([, title = '']) =>
      `#${title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-')}`,
  );
}

// The page docs/conformance.md: every requirement of docs/specification.md with the tests whose titles end with its id.
const SPECIFICATION = 'docs/specification.md';
const CONFORMANCE_PAGE = 'docs/conformance.md';
/** The sources of the product's texts. */
const TEXTS = ['web/words/en.json', 'contract/errors.ts'];
const FIRST_WORDS_LENGTH = 90;

interface Requirement {
  readonly id: string;
  readonly text: string;
}

function conformanceProblems(): readonly string[] {
  const ids = requirements().map(({ id }) => id);
  const tagged = allTestTitles().flatMap(({ file, title, tier, ids: named }) =>
    named.filter((id) => id.startsWith('S')).map((id) => ({ file, title, tier, id })),
  );
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${SPECIFICATION} has ${id} twice`),
    ...ids
      .filter((id) => !tagged.some((test) => test.id === id))
      .map((id) => `${SPECIFICATION}: no test has [${id}] in its title`),
    ...ids
      .filter(
        (id) =>
          tagged.some((test) => test.id === id) && !tagged.some((test) => test.id === id && test.tier !== 'campaign'),
      )
      .map((id) => `${SPECIFICATION}: only the campaign has tests of [${id}], which CI does not run`),
    ...tagged
      .filter(({ id }) => !ids.includes(id))
      .map(({ file, title, id }) => `${file}: “${title}” has [${id}], which is not in the specification`),
    ...unknownTexts(),
    ...pageProblems(CONFORMANCE_PAGE, conformancePage()),
  ];
}

function conformancePage(): string {
  const titles = allTestTitles();
  const rows = requirements().map(({ id, text }) => {
    const proofs = titles.filter(({ ids }) => ids.includes(id)).map(testLink);
    return `| ${id} | ${cell(firstWords(text))} | ${proofs.join('<br>')} |`;
  });
  return `# Requirements and the tests that prove them

Generated from [specification.md](specification.md) and the titles of the tests by \`node scripts/checks/check-docs.ts --write\`.
Do not edit. A test proves a requirement when its title ends with the requirement's id. To run the tests of one requirement:
\`npx vitest run -t 'S2\\.7\\b'\`.

| Id | Requirement | Tests |
|---|---|---|
${rows.join('\n')}
`;
}

function requirements(): readonly Requirement[] {
  const items = readFileSync(SPECIFICATION, 'utf8').matchAll(/^- \*\*(S\d+\.\d+)\*\* (.*(?:\n {2}.*)*)/gm);
  return [...items].map(([, id = '', text = '']) => ({ id, text: text.replaceAll(/\s+/g, ' ') }));
}

function firstWords(text: string): string {
  const plain = text.replaceAll(/\]\([^)]*\)|\[/g, '');
  if (plain.length <= FIRST_WORDS_LENGTH) return plain;
  return `${plain.slice(0, plain.lastIndexOf(' ', FIRST_WORDS_LENGTH))} …`;
}

/** Literal texts of the specification that are missing in the product. */
function unknownTexts(): readonly string[] {
  const texts = TEXTS.map((file) => readFileSync(file, 'utf8')).join('\n');
  const literal = requirements().flatMap(({ id, text }) =>
    [...text.matchAll(/“([^”]+)”/g)].map(([, of = '']) => [id, of]),
  );
  return literal
    .filter(([, text = '']) => !texts.includes(text))
    .map(([id, text]) => `${SPECIFICATION}: “${text}” of ${id} is in none of ${TEXTS.join(', ')}`);
}

/** Problems of a page that should have this text. */
function pageProblems(page: string, text: string): readonly string[] {
  const isCurrent = existsSync(page) && readFileSync(page, 'utf8') === text;
  return isCurrent ? [] : [`${page} is out of date: run \`node scripts/checks/check-docs.ts --write\``];
}

/** A text as one cell of a table. */
function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/(?<!\\)\|/g, '\\|');
}

/** A test as a link to its file and its title, with a note if `npm test` leaves it out. */
function testLink({ file, title, tier }: TestTitle): string {
  return `[${file}](../${file}) “${cell(title)}”${NOTES[tier]}`;
}

const NOTES: Readonly<Record<TestTier, string>> = {
  test: '',
  whole: ' (second tier)',
  campaign: ' (campaign only)',
};

if (process.argv.includes('--write')) {
  writeFileSync(CONFORMANCE_PAGE, conformancePage());
  writeFileSync(FAULTS_PAGE, faultsPage());
}
const files = globSync(CODE).filter((file) => !file.includes('node_modules'));
const sources = files.filter((file) => !/\.test\.tsx?$/.test(file));
const documents = globSync(['*.md', 'docs/**/*.md', 'content/*.md']);
const problems = [
  ...sources.filter((file) => /^(domain|contract)\//.test(file)).flatMap(undocumentedExports),
  ...sources.flatMap(withoutHeader),
  ...files.filter((file) => FORBIDDEN_NAMES.test(path.basename(file))).map((file) => `${file} has a vague name`),
  ...documents.flatMap(missingPaths),
  ...mentionProblems([...files.filter((file) => !file.startsWith('scripts/checks/')), ...documents]),
  ...conformanceProblems(),
  ...faultCaseProblems(),
];
for (const problem of problems) console.error(problem);
console.log(`${sources.length} files and ${documents.length} documents checked, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
