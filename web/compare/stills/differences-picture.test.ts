// The measures of the picture of all differences.
import { expect, test } from 'vitest';
import { differencesWidth, layOutDifferences, wrapText } from './differences-picture.tsx';

const PORTRAIT = { widthPx: 1080, heightPx: 1920 };
const LANDSCAPE = { widthPx: 1920, heightPx: 1080 };

test('places both golfers of each difference below its sentence, inside the picture and without overlap', () => {
  for (const [user, pro] of [
    [PORTRAIT, LANDSCAPE],
    [PORTRAIT, PORTRAIT],
    [LANDSCAPE, LANDSCAPE],
  ] as const) {
    const { size, titlePx, names, rows, footPx } = layOutDifferences([1, 2, 1], ['user', 'pro'], { user, pro });
    let above = Math.max(titlePx, ...names.map(({ baselinePx }) => baselinePx));
    for (const { labelPx, linesPx, stills } of rows) {
      const inOrder = [above, labelPx, ...linesPx];
      expect(inOrder.toSorted((a, b) => a - b)).toEqual(inOrder);
      const [left, right] = stills.map(({ rect }) => rect);
      if (!left || !right) throw new Error('A row shows both golfers');
      for (const { yPx } of [left, right]) expect(yPx).toBeGreaterThan(linesPx.at(-1) ?? 0);
      expect(left.xPx + left.widthPx).toBeLessThanOrEqual(right.xPx);
      expect(right.xPx + right.widthPx).toBeLessThanOrEqual(size.widthPx);
      above = Math.max(left.yPx + left.heightPx, right.yPx + right.heightPx);
    }
    expect(footPx).toBeGreaterThan(above);
    expect(size.heightPx).toBeGreaterThan(footPx);
  }
});

test('keeps the order of the comparison, and one height for frames of one shape', () => {
  const { rows, names } = layOutDifferences([1], ['pro', 'user'], { user: PORTRAIT, pro: PORTRAIT });
  expect(names.map(({ side }) => side)).toEqual(['pro', 'user']);
  expect(rows[0]?.stills.map(({ side }) => side)).toEqual(['pro', 'user']);
  expect(new Set(rows[0]?.stills.map(({ rect }) => rect.heightPx)).size).toBe(1);
  expect(differencesWidth({ user: PORTRAIT, pro: PORTRAIT }).textPx).toBeGreaterThan(650);
});

test('breaks sentences at spaces', () => {
  const widthOf = (text: string) => text.length;
  expect(wrapText('Your hips stay in place.', 10, widthOf)).toEqual(['Your hips', 'stay in', 'place.']);
  expect(wrapText('Unbreakably long', 5, widthOf)).toEqual(['Unbreakably', 'long']);
});
