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

/**
 * All references in a text, normalized: `specification §7`, `hostile cases §3.1`, `case 53`, `decision 010`,
 * `measurements 067: box`, `page docs/browsers.md`.
 */
export function mentionsOf(text: string): readonly string[] {
  const oneLine = text.replaceAll(/\n\s*(?:\/\/|\*) ?/g, ' ');
  const sections = oneLine.matchAll(/\b(specification|hostile cases) ((?:§[\d.]*\d(?:, | and )?)+)/gi);
  const cases = oneLine.matchAll(/\bhostile cases? ((?:\d+(?:, | and | to )?)+)/gi);
  const figures = oneLine.matchAll(/docs\/measurements\.md, (\d{3}(?:: [a-z][a-z ]*[a-z])?)/g);
  const pages = oneLine.matchAll(/\b(docs\/[\w/-]+\.md)\b/g);
  const decisions = oneLine.matchAll(/\bdecisions?[/ ](\d{3})\b/g);
  return [
    ...[...sections].flatMap(([, page = '', list = '']) =>
      [...list.matchAll(/§([\d.]*\d)/g)].map(([, section]) => `${page.toLowerCase()} §${section}`),
    ),
    ...[...cases].flatMap(([, list = '']) => [...list.matchAll(/\d+/g)].map(([number]) => `case ${number}`)),
    ...[...figures].map(([, section]) => `measurements ${section}`),
    ...[...pages].map(([, page]) => `page ${page}`),
    ...[...decisions].map(([, number]) => `decision ${number}`),
  ];
}

function knownMentions(): ReadonlySet<string> {
  const hostile = readFileSync(HOSTILE_CASES, 'utf8');
  const facts = hostile.slice(hostile.indexOf('\n## 3.'), hostile.indexOf('\n## 4.')).matchAll(/^(\d+)\. /gm);
  return new Set([
    ...sectionsOf('docs/specification.md').map((section) => `specification §${section}`),
    ...sectionsOf(HOSTILE_CASES).map((section) => `hostile cases §${section}`),
    ...[...facts].map(([, fact]) => `hostile cases §3.${fact}`),
    ...[...hostile.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => `case ${number}`),
    ...measuredSections(),
    ...globSync('docs/**/*.md').map((file) => `page ${file}`),
    ...globSync('docs/decisions/*.md').map((file) => `decision ${/(\d{3})-/.exec(file)?.[1]}`),
  ]);
}

/** Sections and named paragraphs of the measurements: `measurements 067`, `measurements 067: box`. */
function measuredSections(): readonly string[] {
  const sections = readFileSync('docs/measurements.md', 'utf8')
    .split(/^## (?=\d{3} )/m)
    .slice(1);
  return sections.flatMap((section) => {
    const number = section.slice(0, 3);
    const names = [...section.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name.toLowerCase());
    return [number, ...names.map((name) => `${number}: ${name}`)].map((name) => `measurements ${name}`);
  });
}

function sectionsOf(page: string): readonly string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (\d[\d.]*?)\.? /gm)].map(([, section = '']) => section);
}
