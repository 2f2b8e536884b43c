// A generated page: its comparison with the file on disk, and its parts.
import { existsSync, readFileSync } from 'node:fs';
import type { TestTier, TestTitle } from './test-titles.ts';

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
