// Reads docs/faults.md: each of the 154 hostile cases stands there once and names its one test, and that test exists.
import { existsSync, globSync, readFileSync } from 'node:fs';

const PAGE = 'docs/faults.md';
const CASES = 154;
const TESTS = 'tests/faults/*.test.ts';

/** What is wrong with the page of hostile cases; empty when nothing is. */
export function faultCaseProblems(): string[] {
  const rows = readFileSync(PAGE, 'utf8').matchAll(/^\| (\d+) \| \[[^\]]+\]\(\.\.\/([^)]+)\) “([^”]+)” \|/gm);
  const named = [...rows].map(([, id, file = '', title = '']) => ({ id: Number(id), file, title }));
  const ids = Array.from({ length: CASES }, (_, index) => index + 1);
  return [...ids.flatMap((id) => countProblems(id, named)), ...named.flatMap(proofProblems)];
}

function countProblems(id: number, named: readonly { id: number }[]): string[] {
  const onPage = named.filter((row) => row.id === id).length;
  const inTests = titles().filter((title) => title.startsWith(`case ${id}: `)).length;
  return [
    ...(onPage === 1 ? [] : [`${PAGE} names case ${id} ${onPage} times`]),
    ...(inTests === 1 ? [] : [`${TESTS} have ${inTests} tests of case ${id}`]),
  ];
}

function proofProblems({ id, file, title }: { id: number; file: string; title: string }): string[] {
  const isThere = existsSync(file) && titlesIn(file).includes(title) && title.startsWith(`case ${id}: `);
  return isThere ? [] : [`${PAGE}: ${file} has no test “${title}”`];
}

function titles(): string[] {
  return globSync(TESTS).flatMap(titlesIn);
}

function titlesIn(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/\b(?:test|it)(?:\.\w+\([^)]*\))?\(\s*(['"`])(case \d+: .*?)\1/gs);
  return [...found].map(([, , title = '']) => title);
}
