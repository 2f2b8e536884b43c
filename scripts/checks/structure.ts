// Structural checks across files: import cycles between files and folders.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SOURCES = '{domain,contract,server,web,scripts,bench,workbench,content}/**/*.{ts,tsx}';

/** Problems of the structure. */
export function structureProblems(): string[] {
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
