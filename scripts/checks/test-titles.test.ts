// Tests of reading test titles from sources.
import { expect, test } from 'vitest';
import { titlesOf } from './test-titles.ts';

const plainTitles = (source: string) => titlesOf(source).map(({ title }) => title);

test('a title is the first text of test and it, in any quotes', () => {
  const source = `test('one', () => {}); it("two", run); test(\`three\`, run); test(
    'it’s four',
    run);`;
  expect(plainTitles(source)).toEqual(['one', 'two', 'three', 'it’s four']);
});

test('the title of a table follows the table, even when that contains brackets and quotes', () => {
  const source = `test.each([['a)', 1], [")'", f(2)], [{ c: '(' }, 3]])('case %s is %d', run); it.skipIf(!ok)('five', run);`;
  expect(plainTitles(source)).toEqual(['case %s is %d', 'five']);
});

test('escaped quotes in a title are unescaped', () => {
  expect(plainTitles(String.raw`test('the visitor\'s video', run);`)).toEqual(["the visitor's video"]);
});

test('a test that is commented out, skipped or to do has no title', () => {
  const source = `// test('one', run);
  /* it('two', run); */ test('three', run);
  /**
   * test('four', run);
   */
  test.skip('five', run); it.todo('six'); test.skipIf(isSlow)('seven', run);`;
  expect(plainTitles(source)).toEqual(['three', 'seven']);
});

test('a function whose name only ends in test or it is not a test', () => {
  expect(plainTitles(`emit('one'); latest('two'); page.test('three'); submit(x)('four');`)).toEqual([]);
});

test('names what runs a test', () => {
  const source = `test('one', run); wholeTest('two', run); campaignTest('three', run);`;
  expect(titlesOf(source).map(({ tier }) => tier)).toEqual(['test', 'whole', 'campaign']);
});
