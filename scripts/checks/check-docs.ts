// Checks the documentation: every export of domain/ and contract/ has a docstring, every file begins with a header
// comment, no file has a vague name, every path in a document and every section, case and decision in a comment exists,
// and the generated pages are current. `--write` generates these pages first.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CONFORMANCE_PAGE, conformancePage, conformanceProblems } from './conformance.ts';
import { FAULTS_PAGE, faultCaseProblems, faultsPage } from './fault-cases.ts';
import { mentionProblems } from './mentions.ts';
import { structureProblems } from './structure.ts';

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
