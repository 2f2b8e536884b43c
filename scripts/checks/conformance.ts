// The page docs/conformance.md: every requirement of docs/specification.md with the tests whose titles end with its id.
// Checks the page, the ids and the specification's literal texts.
import { existsSync, readFileSync } from 'node:fs';
import { allTestTitles, type TestTier, type TestTitle } from './test-titles.ts';

const SPECIFICATION = 'docs/specification.md';
export const CONFORMANCE_PAGE = 'docs/conformance.md';
/** The sources of the product's texts. */
const TEXTS = ['web/words/en.json', 'contract/errors.ts'];
const FIRST_WORDS_LENGTH = 90;

interface Requirement {
  readonly id: string;
  readonly text: string;
}

export function conformanceProblems(): readonly string[] {
  const ids = requirements().map(({ id }) => id);
  const tagged = allTestTitles().flatMap(({ file, title, tier, ids: named }) =>
    named.map((id) => ({ file, title, tier, id })),
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

export function conformancePage(): string {
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
export function pageProblems(page: string, text: string): readonly string[] {
  const isCurrent = existsSync(page) && readFileSync(page, 'utf8') === text;
  return isCurrent ? [] : [`${page} is out of date: run \`node scripts/checks/check-docs.ts --write\``];
}

/** A text as one cell of a table. */
export function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/(?<!\\)\|/g, '\\|');
}

/** A test as a link to its file and its title, with a note if `npm test` leaves it out. */
export function testLink({ file, title, tier }: TestTitle): string {
  return `[${file}](../${file}) “${cell(title)}”${NOTES[tier]}`;
}

const NOTES: Readonly<Record<TestTier, string>> = {
  test: '',
  whole: ' (second tier)',
  campaign: ' (campaign only)',
};
