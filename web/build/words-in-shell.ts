// Build step: fills the texts of index.html and the manifest from the word catalogue, such as `%app.description%`.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGE, words } from '#web/words/words.ts';

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
  return template.replace(/%([\w.]+)%/g, (_, path: string) => quoted(textAt(path)));
}

function textAt(path: string): string {
  const text = path
    .split('.')
    .reduce<unknown>((record, key) => (record as Record<string, unknown> | undefined)?.[key], words);
  if (typeof text !== 'string') throw new Error(`The catalogue has no text "${path}"`);
  return text;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
