// Checks the documentation: every export of domain/ and contract/ has a docstring, every file begins with a header
// comment, and no file has a vague name. Every path, setting and command in a document and every section, case and decision
// in a comment exists. Every requirement and every hostile case has a test that CI runs.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mentionProblems } from './mentions.ts';
import { allTestTitles, type TestTitle } from './test-titles.ts';

const CATALOG = 'docs/hostile-cases.md';
const TESTS = 'tests/faults/**/*.test.ts';

/** Problems of the catalog's numbers and of the tests. */
function faultCaseProblems(): readonly string[] {
  const numbers = cases();
  const tests = caseTests();
  const named = [...tests.entries()];
  return [
    ...numbers
      .filter((number, index) => number !== index + 1)
      .map((number) => `${CATALOG}: case ${number} is out of order, duplicated or follows a gap`),
    ...numbers
      .filter((number) => tests.get(number)?.length !== 1)
      .map((number) => `${TESTS}: case ${number} has ${tests.get(number)?.length ?? 0} tests instead of one`),
    ...named
      .filter(([, of]) => of.every(({ tier }) => tier === 'campaign'))
      .map(([number]) => `${TESTS}: only the campaign tests case ${number}, which CI does not run`),
    ...named
      .filter(([number]) => !numbers.includes(number))
      .map(([number]) => `${TESTS}: case ${number} is not in ${CATALOG}`),
    ...reportedFaultProblems(),
  ];
}

/** Every reported fault has a test that CI runs, and every id in a title is in the catalog. */
function reportedFaultProblems(): readonly string[] {
  const ids = reportedFaults();
  const tests = allTestTitles();
  return [
    ...ids
      .filter((id) => !tests.some((test) => test.ids.includes(id) && test.tier !== 'campaign'))
      .map((id) => `${CATALOG}: no test in CI has [${id}] in its title`),
    ...tests.flatMap(({ file, ids: named }) =>
      named
        .filter((id) => id.startsWith('F') && !ids.includes(id))
        .map((id) => `${file}: [${id}] is not in ${CATALOG}`),
    ),
  ];
}

function reportedFaults(): readonly string[] {
  return [...readFileSync(CATALOG, 'utf8').matchAll(/^- (F\d+): /gm)].map(([, id = '']) => id);
}

function cases(): readonly number[] {
  return [...readFileSync(CATALOG, 'utf8').matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
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
const CODE = '{domain,contract,server,web,content,tests,scripts,tools}/**/*.{ts,tsx,mjs}';

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
  const files = [...text.matchAll(/`((?:domain|contract|server|web|content|tests|scripts|tools|docs)\/[\w./-]+)`/g)];
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

/** The project's files as `git ls-files` gives them, without what is ignored. */
const PROJECT_FILES = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const FILE_NAMES = new Set(PROJECT_FILES.map((file) => path.basename(file)));
const COMMANDS = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts);
/** Names in capitals that the code has: settings, constants, variables of the tests. */
const CAPITALS = new Set(
  PROJECT_FILES.filter((file) => /\.(ts|tsx|mjs|sh|yaml|service)$|\.ci\/|Caddyfile|\.env\.example/.test(file)).flatMap(
    (file) => (existsSync(file) ? (readFileSync(file, 'utf8').match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []) : []),
  ),
);

/** Files, commands and settings that a document names in backticks and the project does not have. */
function missingNames(document: string): string[] {
  const code = [...readFileSync(document, 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  const named = (pattern: RegExp) => code.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  return [
    ...named(/^([\w.-]+\.(?:ts|tsx|mjs))$/g).filter((name) => !FILE_NAMES.has(name)),
    ...named(/npm run ([\w:-]+)/g).filter((name) => !COMMANDS.includes(name)),
    ...named(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g).filter(
      (name) => !CAPITALS.has(name) && !name.startsWith('WEBKIT_'),
    ),
  ].map((name) => `${document} names ${name}, which does not exist`);
}

/** What only the tests and the server's own parent process set. */
const UNDOCUMENTED_SETTINGS = ['FAULT_POINT_FILE', 'GOOGLE_ISSUER', 'NODE_ENV', 'PARENT_FD'];

/** Settings that .env.example leaves out, and those in it that the server does not read. */
function settingsProblems(): readonly string[] {
  const names = (file: string, pattern: RegExp) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name);
  const read = names('server/runtime/config.ts', /^ {2}([A-Z][A-Z0-9_]+): (?:setting|whole|optionalText)/gm);
  const documented = names('.env.example', /^#([A-Z][A-Z0-9_]+)=/gm);
  return [
    ...read
      .filter((name) => !documented.includes(name) && !UNDOCUMENTED_SETTINGS.includes(name))
      .map((name) => `.env.example: ${name} is missing`),
    ...documented.filter((name) => !read.includes(name)).map((name) => `.env.example: ${name} is not a setting`),
  ];
}

const { WEB_ROOMS } = await import(path.resolve('.dependency-cruiser.mjs'));

/** The order of the page's rooms as the architecture page gives it, from the top. */
function roomsProblems(): readonly string[] {
  const page = 'docs/architecture.md';
  const named = /^web: +(.*)$/m.exec(readFileSync(page, 'utf8'))?.[1]?.split(/ [→·] /) ?? [];
  const isRight = named.join() === WEB_ROOMS.toReversed().join();
  return isRight ? [] : [`${page} has another order of rooms than .dependency-cruiser.mjs`];
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

const SPECIFICATION = 'docs/specification.md';
/** The sources of the product's texts. */
const TEXTS = ['web/words/en.json', ...globSync('contract/*.ts')];

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
  ];
}

function requirements(): readonly Requirement[] {
  const items = readFileSync(SPECIFICATION, 'utf8').matchAll(/^- \*\*(S\d+\.\d+)\*\* (.*(?:\n {2}.*)*)/gm);
  return [...items].map(([, id = '', text = '']) => ({ id, text: text.replaceAll(/\s+/g, ' ') }));
}

/** Literal texts of the requirements and of the hostile cases that the product does not have. */
function unknownTexts(): readonly string[] {
  const texts = TEXTS.map((file) => readFileSync(file, 'utf8')).join('\n');
  const rows = [...readFileSync(CATALOG, 'utf8').matchAll(/^\| (\d+) \| (.*)/gm)];
  const answers = rows.map(([, number, text = '']) => ({ page: CATALOG, id: `case ${number}`, text }));
  return [...requirements().map((requirement) => ({ page: SPECIFICATION, ...requirement })), ...answers].flatMap(
    ({ page, id, text }) =>
      [...text.matchAll(/“([^”]+?)…?”/g)]
        .filter(([, literal = '']) => !texts.includes(literal))
        .map(([, literal]) => `${page}: “${literal}” of ${id} is not among the product's texts`),
  );
}

const files = globSync(CODE).filter((file) => !file.includes('node_modules'));
const sources = files.filter((file) => !/\.test\.tsx?$/.test(file));
const documents = globSync(['*.md', 'docs/**/*.md', 'content/*.md']);
const problems = [
  ...sources.filter((file) => /^(domain|contract)\//.test(file)).flatMap(undocumentedExports),
  ...sources.flatMap(withoutHeader),
  ...files.filter((file) => FORBIDDEN_NAMES.test(path.basename(file))).map((file) => `${file} has a vague name`),
  ...documents.flatMap((document) => [...missingPaths(document), ...missingNames(document)]),
  ...mentionProblems([...files.filter((file) => !file.startsWith('scripts/checks/')), ...documents]),
  ...settingsProblems(),
  ...roomsProblems(),
  ...conformanceProblems(),
  ...faultCaseProblems(),
];
for (const problem of problems) console.error(problem);
console.log(`${sources.length} files and ${documents.length} documents checked, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
