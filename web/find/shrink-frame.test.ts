import { expect, test } from 'vitest';
import { colorPlanes } from '#web/body/rgba-reader.ts';
import { averaged, brightnessOfColors, turned } from './shrink-frame.ts';

test('averages the pixels that a small pixel covers, also with padded rows', () => {
  const bytes = Uint8Array.from([99, 10, 30, 50, 70, 0, 20, 40, 60, 80, 0]);
  expect([...averaged({ bytes, offset: 1, stride: 5, step: 1, width: 4, height: 2 }, 2, 1)]).toEqual([25, 65]);
});

const stretchedFrom16 = (value: number) => ((value - 16) * 255) / 219;

test.each([
  ['bt709', false],
  ['smpte170m', false],
  ['bt2020-ncl', false],
  ['bt709', true],
] as const)(
  'shrinks colors of %s, full range %s, to the gray of the plane that they come from',
  (matrix, fullRange) => {
    // Colors of all hues within the range of a byte, in groups of four equal pixels.
    const bytes = Uint8Array.from({ length: 96 }, (_, at) =>
      at < 64 ? 90 + ((at * 37) % 80) : 112 + ((at * 11) % 32),
    );
    const plane = (offset: number, stride: number) => ({ offset, stride, step: 1 });
    const planes = { bytes, brightness: plane(0, 8), blue: plane(64, 4), red: plane(80, 4) };
    const [size, rgba] = [{ widthPx: 8, heightPx: 8 }, new Uint8ClampedArray(256)];
    colorPlanes({ ...planes, ...size }, matrix, rgba);
    const gray = brightnessOfColors({ ...size, bytes: rgba }, 4, 4, { matrix, fullRange });
    const expected = averaged({ bytes, offset: 0, stride: 8, step: 1, width: 8, height: 8 }, 4, 4);
    const differences = [...gray].map((value, at) => {
      const coded = Math.floor(expected[at] ?? 0);
      return Math.abs(value - Math.floor(fullRange ? coded : stretchedFrom16(coded)));
    });
    // The bytes were rounded, so an average may be on the other side of a whole number.
    expect(Math.max(...differences)).toBeLessThanOrEqual(2);
    expect(differences.filter((difference) => difference === 0).length).toBeGreaterThanOrEqual(12);
  },
);

test('the gray of a clipped color stays within the range', () => {
  const green = Uint8ClampedArray.from([0, 255, 0, 255]);
  const picture = { widthPx: 1, heightPx: 1, bytes: green };
  expect([...brightnessOfColors(picture, 1, 1, { matrix: 'bt709', fullRange: false })]).toEqual([180]);
});

test.each([
  [0, [1, 2, 3, 4, 5, 6]],
  [90, [4, 1, 5, 2, 6, 3]],
  [180, [6, 5, 4, 3, 2, 1]],
  [270, [3, 6, 2, 5, 1, 4]],
])('turns a picture of two rows clockwise by %i degrees', (degrees, expected) => {
  expect([...turned(Uint8Array.from([1, 2, 3, 4, 5, 6]), 3, 2, degrees)]).toEqual(expected);
});
