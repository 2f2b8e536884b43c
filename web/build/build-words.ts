// Build steps of the word catalog. Each module gets only the texts that it uses, so that the first script carries none
// of later pages; index.html and the manifest get theirs, such as `%app.description%`.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGE, words } from '#web/words/words.ts';

const CATALOG = /\/words\.ts\b/;
const PREFIX = 'virtual:words/';

interface Use {
  readonly start: number;
  readonly end: number;
  /** The part of the catalog's path that the source spells out. */
  readonly path: readonly string[];
}

/** Replaces `words.a.b` by its text, or by a module with the texts below it. */
export function splitWords(): Plugin {
  return {
    name: 'split-words',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    // The code is plain JavaScript by then.
    enforce: 'post',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load: (id) =>
      id.startsWith(`\0${PREFIX}`)
        ? `export default ${JSON.stringify(textAt(id.slice(PREFIX.length + 1).split('.')))}`
        : null,
    transform(code, id) {
      if (!CATALOG.test(id) && !CATALOG.test(code)) return null;
      const imports = new Set<string>();
      let split = code;
      for (const { start, end, path } of findUses(this.parse(code)).toSorted((one, other) => other.start - one.start)) {
        const text = textAt(path);
        if (text === undefined) this.error(`The catalog has no text "${path.join('.')}"`);
        if (typeof text !== 'string') imports.add(path.join('.'));
        split =
          split.slice(0, start) + (typeof text === 'string' ? JSON.stringify(text) : nameOf(path)) + split.slice(end);
      }
      const added = [...imports].map(
        (path) => `import ${nameOf(path.split('.'))} from ${JSON.stringify(PREFIX + path)};`,
      );
      return { code: added.join('') + split, map: null };
    },
  };
}

function nameOf(path: readonly string[]): string {
  return `words_${path.join('_').replace(/\W/g, '_')}`;
}

function textAt(path: readonly string[]): unknown {
  return path.reduce<unknown>((texts, key) => (texts as Readonly<Record<string, unknown>> | undefined)?.[key], words);
}

/** Every `words.a.b` of a parsed module, up to the text or the last name that is spelled out. */
function findUses(node: unknown): Use[] {
  if (typeof node !== 'object' || node === null) return [];
  const use = wordsAt(node);
  return use ? [use] : Object.values(node).flatMap(findUses);
}

/** The parts of a parsed `object.property` or `object['property']` that are needed here. */
interface MemberExpression {
  readonly type: 'MemberExpression';
  readonly start: number;
  readonly end: number;
  readonly computed: boolean;
  readonly object: { readonly type: string; readonly name?: string };
  readonly property: { readonly name?: string; readonly value?: unknown };
}

function wordsAt(node: object): Use | null {
  if (!isMember(node)) return null;
  const { start, end, object, property, computed } = node;
  const key = computed ? property.value : property.name;
  if (typeof key !== 'string') return null;
  if (object.type === 'Identifier') return object.name === 'words' ? { start, end, path: [key] } : null;
  const outer = wordsAt(object);
  // `words.a.b.length`: the text ends before a string's own properties.
  if (!outer || typeof textAt(outer.path) === 'string') return null;
  return { start, end, path: [...outer.path, key] };
}

function isMember(node: object): node is MemberExpression {
  return 'type' in node && node.type === 'MemberExpression';
}

const MANIFEST = 'manifest.webmanifest';

/** Fills in index.html, also in development, and the manifest once it is copied. */
export function wordsInShell(): Plugin {
  return {
    name: 'words-in-shell',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => filledIn(html.replace('lang="en"', `lang="${LANGUAGE}"`), escapeHtml),
    },
    async writeBundle({ dir = '' }) {
      const path = join(dir, MANIFEST);
      await writeFile(
        path,
        filledIn(await readFile(path, 'utf8'), (text) => JSON.stringify(text).slice(1, -1)),
      );
    },
  };
}

function filledIn(template: string, quoted: (text: string) => string): string {
  return template.replace(/%([\w.]+)%/g, (_, path: string) => {
    const text = textAt(path.split('.'));
    if (typeof text !== 'string') throw new Error(`The catalog has no text "${path}"`);
    return quoted(text);
  });
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
