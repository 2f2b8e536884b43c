// A generated page: written on demand, otherwise compared with the file on disk.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { TestTier, TestTitle } from './test-titles.ts';

/** Problems of a page that should have this text. */
export function pageProblems(page: string, text: string): readonly string[] {
  const isCurrent = existsSync(page) && readFileSync(page, 'utf8') === text;
  return isCurrent ? [] : [`${page} is out of date: run \`node scripts/checks/check-docs.ts --write\``];
}

/** Writes the page with `--write`; reports the problems and sets the exit code. For standalone scripts. */
export function runStandalone(page: string, text: string, problems: () => readonly string[]): void {
  if (process.argv.includes('--write')) writeFileSync(page, text);
  const found = problems();
  for (const problem of found) console.error(problem);
  console.log(`${page}: ${found.length} problems`);
  process.exitCode = found.length === 0 ? 0 : 1;
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
