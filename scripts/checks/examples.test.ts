// Runs the `@example` of every docstring in domain and contract. A line `expression // value` is compared; any other line
// is run before it. Every export of both layers is in scope.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLE = /^ \* @example\n((?: \* .+\n)+) \*\/\nexport (?:async )?function (\w+)/gm;
const COMPARED = /^(.+) \/\/ (.+)$/;
const MIN_EXAMPLES = 30;

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../../domain/**/*.ts', '../../contract/**/*.ts', '!**/*.test.ts'],
  { eager: true },
);
const scope = Object.assign({}, ...Object.values(modules)) as Readonly<Record<string, unknown>>;

const examples = Object.keys(modules).flatMap((path) => {
  const text = readFileSync(join(ROOT, path.replace(/^.*?(?=domain\/|contract\/)/, '')), 'utf8');
  return [...text.matchAll(EXAMPLE)].map(([, code = '', name = '']) => ({ name, lines: code.trimEnd().split('\n') }));
});

test.each(examples)('the example of $name is true', ({ lines }) => {
  const code = lines.map((line) => {
    const [, expression, value] = COMPARED.exec(line.slice(3)) ?? [];
    return expression ? `compare(${expression}, ${value});` : `${line.slice(3)};`;
  });
  const names = Object.keys(scope);
  const run = new Function('compare', ...names, code.join('\n'));
  expect.hasAssertions();
  run((actual: unknown, value: unknown) => expect(actual).toEqual(value), ...names.map((name) => scope[name]));
});

test('the most used functions have examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(MIN_EXAMPLES);
});
