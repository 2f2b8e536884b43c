// Tests of reading test titles from sources.
import { expect, test } from 'vitest';
import { titlesOf } from './test-titles.ts';

test('a title is the first text of test and it, in any quotes', () => {
  const source = `test('one', () => {}); it("two", run); test(\`three\`, run); test(
    'it’s four',
    run);`;
  expect(titlesOf(source)).toEqual(['one', 'two', 'three', 'it’s four']);
});

test('the title of a table comes after the table, whatever brackets and quotes stand in it', () => {
  const source = `test.each([['a)', 1], [")'", f(2)], [{ c: '(' }, 3]])('case %s is %d', run); it.skipIf(!ok)('five', run);`;
  expect(titlesOf(source)).toEqual(['case %s is %d', 'five']);
});

test('quotes in a title are as they are shown', () => {
  expect(titlesOf(String.raw`test('the visitor\'s video', run);`)).toEqual(["the visitor's video"]);
});

test('what only ends like test or it is no test', () => {
  expect(titlesOf(`emit('one'); latest('two'); page.test('three'); submit(x)('four');`)).toEqual([]);
});
