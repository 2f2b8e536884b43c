// Reads docs/conformance.md: every statement of the specification names the tests that prove it, those tests exist, and
// the words in quotes stand in them.
import { existsSync, readFileSync } from 'node:fs';

const PAGE = 'docs/conformance.md';
/** What the end-to-end tests share; words that its steps wait for count for each of them. */
const SHARED_STEPS = 'tests/e2e/steps.ts';

/** What is wrong with the page of conformance; empty when nothing is. */
export function conformanceProblems(): string[] {
  const rows = readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line));
  return rows.length === 0 ? [`${PAGE} has no statements`] : rows.flatMap(problemsOfRow);
}

function problemsOfRow(row: string): string[] {
  const [, , statement = '', proofs = ''] = row.split(' | ').flatMap((cell) => cell.split(/^\| /));
  const named = [...proofs.matchAll(/\]\(\.\.\/([^)]+)\) “([^”]+)”/g)];
  if (named.length === 0) return [`${PAGE}: no test proves "${statement}"`];
  const texts = named.map(([, file = '']) => (existsSync(file) ? readFileSync(file, 'utf8') : ''));
  const untrue = named
    .filter(([, , title = ''], index) => !texts[index]?.includes(title))
    .map(([, file, title]) => `${PAGE}: ${file} has no test “${title}”`);
  const read = [...texts, readFileSync(SHARED_STEPS, 'utf8')].join('\n');
  const unread = [...statement.matchAll(/‘([^’]+)’/g)]
    .filter(([, words = '']) => !read.includes(words))
    .map(([, words]) => `${PAGE}: no test of its row reads the words “${words}”`);
  return [...untrue, ...unread];
}
