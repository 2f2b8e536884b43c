// How texts are said, and that none is kept which no screen says.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };
import { formatDecimals } from './format-numbers.ts';
import { say } from './words.ts';

describe('a text', () => {
  test('has every occurrence of its placeholders filled in', () => {
    expect(say('{name} and {other}, {name}', { name: 'Ada', other: 'Bo' })).toBe('Ada and Bo, Ada');
    expect(say('nothing to fill in', {})).toBe('nothing to fill in');
  });

  test('inserts a value unchanged, also one with braces or dollars', () => {
    expect(say('to {name}', { name: '{name} $& $1' })).toBe('to {name} $& $1');
  });

  test('formats numbers for its language, with a maximum of three decimals', () => {
    expect(say('{count} of {total}', { count: 0, total: 12_345 })).toBe('0 of 12,345');
    expect(say('frame {frame}', { frame: 1204 })).toBe('frame 1204');
    expect(say('{factor}x', { factor: 0.25 })).toBe('0.25x');
    expect(say('{third}', { third: 1 / 3 })).toBe('0.333');
  });

  test('formats a number with a given number of decimals, without grouping', () => {
    expect([0.0612, 2, 1234.5].map((value) => formatDecimals(value, 2))).toEqual(['0.06', '2.00', '1234.50']);
    expect(formatDecimals(2.6, 0)).toBe('3');
    expect([1.45, 1.25, -0.005].map((value) => formatDecimals(value, 1))).toEqual(['1.4', '1.3', '-0.0']);
  });

  test('has the plural form of its count', () => {
    const frames = { one: '{count} frame of {name}', other: '{count} frames of {name}' };
    expect([0, 1, 2].map((count) => say(frames, { count, name: 'Ada' }))).toEqual([
      '0 frames of Ada',
      '1 frame of Ada',
      '2 frames of Ada',
    ]);
  });

  test('throws while a value is missing', () => {
    expect(() => say('{position} at {time}', { position: 'Top' })).toThrow(
      'Nothing for {time} in "{position} at {time}"',
    );
  });
});

/** The paths of all texts, such as `swing.positions.rest`. */
function pathsOf(texts: object): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [key] : pathsOf(text as object).map((path) => `${key}.${path}`),
  );
}

/** The sources of web/, without its tests. */
function sourcesOfWeb(): string {
  const web = join(import.meta.dirname, '..');
  const files = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) => !/\.test\.tsx?$/.test(file));
  return files.map((file) => readFileSync(join(web, file), 'utf8')).join('\n');
}

/** The paths that the sources of web/ and the page around them name: of single texts, and of whole records such as `swing.positions`. */
function namedPaths(): Set<string> {
  const web = join(import.meta.dirname, '..');
  // `const { upload, pro } = words.steps` names two texts of the record, not all of them.
  const spelledOut = sourcesOfWeb().replace(/\{([\w\s,]+)\} = (words[.\w]*)/g, (_, keys: string, record: string) =>
    keys
      .split(',')
      .map((key) => `${record}.${key.trim()}`)
      .join(' '),
  );
  const shell = ['index.html', 'public/manifest.webmanifest'].map((file) => readFileSync(join(web, file), 'utf8'));
  const inShell = Array.from(shell.join('\n').matchAll(/%([\w.]+)%/g), ([, path = '']) => path);
  const named = spelledOut.matchAll(/\b(?:words|en)((?:\s*\.\w+|\['[^']+'\])+)/g);
  const inSources = Array.from(named, ([, path = '']) =>
    path
      .replace(/\['([^']+)'\]/g, '.$1')
      .replace(/\s/g, '')
      .slice(1),
  );
  return new Set([...inSources, ...inShell]);
}

test('every text is used', () => {
  const named = namedPaths();
  // A text counts as used where it, or a record that contains it, is named.
  const isNamed = (path: string): boolean =>
    named.has(path) || (path.includes('.') && isNamed(path.slice(0, path.lastIndexOf('.'))));
  expect(pathsOf(en).filter((path) => !isNamed(path))).toEqual([]);
});

/** The single texts that are said in place, with the names of the values that they are given there. */
function saidInPlace(): { path: string; given: string[] }[] {
  // Nested brackets do not name placeholders: `{ seconds: formatDecimals(seconds, 2) }`.
  let sources = sourcesOfWeb();
  for (let depth = 0; depth < 4; depth += 1) sources = sources.replace(/(?<!say|sayWith)\([^(){}]*\)/g, '');
  return Array.from(
    sources.matchAll(/\bsay(?:With)?\(\s*words\.([\w.]+),\s*\{([^{}]*)\}/g),
    ([, path = '', values = '']) => ({
      path,
      given: values
        .split(',')
        .map((value) => value.split(':')[0]?.trim() ?? '')
        .filter(Boolean),
    }),
  );
}

test('every text used in place gets exactly its placeholders', () => {
  // A record that is spread in has names that only running it tells.
  const said = saidInPlace().filter(({ given }) => !given.some((name) => name.startsWith('...')));
  expect(said.length).toBeGreaterThan(50);
  const wrong = said.flatMap(({ path, given }) => {
    const text = path.split('.').reduce<unknown>((record, key) => (record as Record<string, unknown>)?.[key], en);
    const forms = typeof text === 'string' ? [text] : Object.values(text ?? {});
    const asked = new Set(forms.flatMap((form) => Array.from(String(form).matchAll(/\{(\w+)\}/g), ([, name]) => name)));
    if (typeof text === 'object') asked.add('count');
    return [...asked].sort().join() === [...given].sort().join() ? [] : [`${path}: ${[...asked]} / ${given}`];
  });
  expect(wrong).toEqual([]);
});
