// The strict parser accepts what JSON.parse accepts, except for ambiguous input.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseByteRange } from '#server/http/media/media.ts';
import { parseStrictJson } from './read-body.ts';

const parse = (text: string) => parseStrictJson(Buffer.from(text));
const long = (end = '') => `${'A'.repeat(10_000)}${end}`;

describe('a strict body', () => {
  test('is read like any JSON (seed 21)', () => {
    const body = fc.dictionary(
      fc.string({ maxLength: 5 }).filter((name) => name !== '__proto__'),
      fc.jsonValue({ maxDepth: 4 }),
    );
    const hasProto = (text: string) => text.includes('"__proto__"');
    fc.assert(
      fc.property(body, (value) => {
        const text = JSON.stringify(value);
        fc.pre(!hasProto(text));
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
      { seed: 21, numRuns: 500 },
    );
  });

  test.each([
    { chunk: long() },
    { a: 1, chunk: long(), b: [{ deep: long() }], other: long('=='), z: 'é"\\' },
    { chunk: long('\\"'), b: long('é\n\u0000') },
    [long(), { chunk: long() }],
    { [long()]: long() },
  ])('keeps long texts unchanged (%#)', (value) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) expect(parse(text)).toEqual(value);
  });

  test.each([
    '',
    '{',
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    `{"chunk":"${long()}","chunk":"${long()}"}`,
    `{"chunk":"${long()}"`,
    `{"chunk":"${long()}`,
    `{"chunk":"${long()}\n"}`,
    '{"__proto__":{}}',
    '{"a":{"__proto__":1}}',
    '\ufeff{}',
    `${'['.repeat(17)}${']'.repeat(17)}`,
  ])('is refused when it is invalid (%#)', (text) => {
    expect(() => parse(text)).toThrow('Malformed JSON');
  });

  test('may repeat a name in another object', () => {
    expect(parse('{"a":{"x":1},"b":{"x":2},"c":[{"x":3},{"x":4}]}')).toEqual({
      a: { x: 1 },
      b: { x: 2 },
      c: [{ x: 3 }, { x: 4 }],
    });
  });
});

describe('a Range header', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=10-', { from: 10, to: 99 }],
    ['bytes=10-500', { from: 10, to: 99 }],
    ['bytes=-10', { from: 90, to: 99 }],
    ['bytes=-500', { from: 0, to: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=5-2', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
  ])('%s of 100 bytes', (header, expected) => {
    expect(parseByteRange(header, 100)).toEqual(expected);
  });
});
