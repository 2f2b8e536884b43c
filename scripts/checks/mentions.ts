// Checks the references to documents in code comments: each section, case and decision must exist.
import { globSync, readFileSync } from 'node:fs';

const HOSTILE_CASES = 'docs/hostile-cases.md';

export function mentionProblems(files: readonly string[]): readonly string[] {
  const known = knownMentions();
  return files.flatMap((file) =>
    [...new Set(mentionsOf(readFileSync(file, 'utf8')))]
      .filter((mention) => !known.has(mention))
      .map((mention) => `${file} mentions ${mention}, which does not exist`),
  );
}

/** All references in a text, normalized: `specification §7`, `hostile cases §3.1`, `case 53`, `decision 010`. */
export function mentionsOf(text: string): readonly string[] {
  const oneLine = text.replaceAll(/\n\s*(?:\/\/|\*) ?/g, ' ');
  const sections = oneLine.matchAll(/\b(specification|design|hostile cases) ((?:§[\d.]*\d(?:, | and )?)+)/gi);
  const cases = oneLine.matchAll(/\bhostile cases? ((?:\d+(?:, | and | to )?)+)/gi);
  const decisions = oneLine.matchAll(/\bdecisions?[/ ](\d{3})\b/g);
  return [
    ...[...sections].flatMap(([, page = '', list = '']) =>
      [...list.matchAll(/§([\d.]*\d)/g)].map(([, section]) => `${page.toLowerCase()} §${section}`),
    ),
    ...[...cases].flatMap(([, list = '']) => [...list.matchAll(/\d+/g)].map(([number]) => `case ${number}`)),
    ...[...decisions].map(([, number]) => `decision ${number}`),
  ];
}

function knownMentions(): ReadonlySet<string> {
  const hostile = readFileSync(HOSTILE_CASES, 'utf8');
  const facts = hostile.slice(hostile.indexOf('\n## 3.'), hostile.indexOf('\n## 4.')).matchAll(/^(\d+)\. /gm);
  return new Set([
    ...sectionsOf('docs/specification.md').map((section) => `specification §${section}`),
    ...sectionsOf('docs/design.md').map((section) => `design §${section}`),
    ...sectionsOf(HOSTILE_CASES).map((section) => `hostile cases §${section}`),
    ...[...facts].map(([, fact]) => `hostile cases §3.${fact}`),
    ...[...hostile.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => `case ${number}`),
    ...globSync('docs/decisions/*.md').map((file) => `decision ${/(\d{3})-/.exec(file)?.[1]}`),
  ]);
}

function sectionsOf(page: string): readonly string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (\d[\d.]*?)\.? /gm)].map(([, section = '']) => section);
}
