// Checks the documentation: every export of domain/ and contract/ has a docstring, every file begins with a header
// comment, no file has a vague name, every path in a document and every section, case and decision in a comment exists,
// and the generated pages are current. `--write` generates these pages first.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CONFORMANCE_PAGE, cell, conformancePage, conformanceProblems, pageProblems, testLink } from './conformance.ts';
import { mentionProblems } from './mentions.ts';
import { allTestTitles, type TestTitle } from './test-titles.ts';

const SOURCES = '{domain,contract,server,web,scripts,bench,workbench,content}/**/*.{ts,tsx}';

function structureProblems(): string[] {
  const files = globSync(SOURCES).filter((file) => !/node_modules|\.test\.tsx?$|\.d\.ts$/.test(file));
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const folders = Map.groupBy(files, (file) => path.dirname(file));
  const folderImports = new Map(
    [...folders].map(([folder, inside]) => {
      const targets = inside.flatMap((file) => imports.get(file) ?? []).map((file) => path.dirname(file));
      return [folder, targets.filter((target) => target !== folder)];
    }),
  );
  return [
    ...cyclesIn(imports).map((cycle) => `files import each other: ${cycle.join(' → ')}`),
    ...cyclesIn(folderImports).map((cycle) => `folders import each other: ${cycle.join(' → ')}`),
  ];
}

/** The files that a file imports, types included, as paths from the root. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import) '([#.][^'?]+)|import\('([#.][^'?]+)/g)];
  return specifiers.map(([, fixed, lazy]) => {
    const specifier = fixed ?? lazy ?? '';
    if (specifier.startsWith('#studio/')) return specifier.replace('#studio', 'content/studio');
    return specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(file), specifier);
  });
}

/** One cycle for each back edge of a depth-first search. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const walk = (node: string, open: readonly string[]) => {
    const at = open.indexOf(node);
    if (at >= 0) cycles.push([...open.slice(at), node]);
    if (at >= 0 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) walk(next, [...open, node]);
    done.add(node);
  };
  for (const node of graph.keys()) walk(node, []);
  return cycles;
}

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
    ...pageProblems(FAULTS_PAGE, faultsPage()),
  ];
}

function faultsPage(): string {
  const tests = caseTests();
  const rows = cases().map(({ number, input }) => {
    const proofs = (tests.get(number) ?? []).map(testLink);
    return `| ${number} | ${cell(input)} | ${proofs.join('<br>')} |`;
  });
  return `# Hostile cases and their tests

Generated from [hostile-cases.md](hostile-cases.md) and the titles of \`tests/faults\` by \`node scripts/checks/check-docs.ts --write\`.
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
  ...structureProblems(),
];
for (const problem of problems) console.error(problem);
console.log(`${sources.length} files and ${documents.length} documents checked, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
