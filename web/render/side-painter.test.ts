// Pixels become planes of BT.709 in limited range, to the last bit of the formula.
import { expect, test } from 'vitest';
import { blackPlanes } from './planes.ts';
import { pixelConverter } from './side-painter.ts';

type Pixel = readonly [red: number, green: number, blue: number];

/** The planes of a picture whose pixels are given by their place. */
function converted(widthPx: number, heightPx: number, pixelAt: (at: number) => Pixel, isRedFirst: boolean): number[] {
  const { pixels, stride, convert } = pixelConverter({ widthPx, heightPx });
  const planes = blackPlanes({ widthPx, heightPx });
  for (let at = 0; at < widthPx * heightPx; at += 1) {
    const [red, green, blue] = pixelAt(at);
    const to = Math.floor(at / widthPx) * stride + 4 * (at % widthPx);
    pixels.set(isRedFirst ? [red, green, blue, 255] : [blue, green, red, 255], to);
  }
  convert(planes, isRedFirst);
  return [...planes.bytes];
}

test.each([
  ['white', [255, 255, 255], [235, 128, 128]],
  ['black', [0, 0, 0], [16, 128, 128]],
  ['red', [255, 0, 0], [63, 102, 240]],
  ['green', [0, 255, 0], [173, 42, 26]],
  ['blue', [0, 0, 255], [32, 240, 118]],
] as const)('converts %s by BT.709, with either order of bytes', (_, pixel, [bright, blue, red]) => {
  for (const isRedFirst of [true, false]) {
    expect(converted(2, 2, () => pixel, isRedFirst)).toEqual([bright, bright, bright, bright, blue, red]);
  }
});

test('converts every pixel of a picture whose width is no multiple of eight', () => {
  const [widthPx, heightPx] = [46, 10];
  const random = (at: number, channel: number) => Math.imul(at * 3 + channel + 1, 2_654_435_761) >>> 24;
  const pixelAt = (at: number): Pixel => [random(at, 0), random(at, 1), random(at, 2)];
  for (const isRedFirst of [true, false]) {
    expect(converted(widthPx, heightPx, pixelAt, isRedFirst)).toEqual(byFormula(widthPx, heightPx, pixelAt));
  }
});

/** BT.709 of a picture: brightness from 16 to 235, the colors of four pixels from 16 to 240. */
function byFormula(widthPx: number, heightPx: number, pixelAt: (at: number) => Pixel): number[] {
  const bright: number[] = [];
  const [blues, reds]: [number[], number[]] = [[], []];
  const luma = ([red, green, blue]: Pixel) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  for (let at = 0; at < widthPx * heightPx; at += 1) bright.push(Math.round(16 + (219 / 255) * luma(pixelAt(at))));
  for (let y = 0; y < heightPx; y += 2) {
    for (let x = 0; x < widthPx; x += 2) {
      const four = [0, 1, widthPx, widthPx + 1].map((step) => pixelAt(y * widthPx + x + step));
      const mean = ([0, 1, 2] as const).map((channel) => four.reduce((sum, pixel) => sum + pixel[channel], 0) / 4);
      const [red = 0, green = 0, blue = 0] = mean;
      const brightness = luma([red, green, blue]);
      blues.push(Math.round(128 + ((224 / 255) * (blue - brightness)) / 1.8556));
      reds.push(Math.round(128 + ((224 / 255) * (red - brightness)) / 1.5748));
    }
  }
  return [...bright, ...blues, ...reds];
}
