import { expect, test } from 'vitest';
import { makeClip } from '#domain/video/clip.ts';
import { framesIn } from './playable-file.ts';

const clipOf = (frameTimes: readonly number[]) => makeClip({ widthPx: 160, heightPx: 120, frameTimes });
const ORIGINAL = clipOf([0, 0.033333, 0.066667, 0.1, 0.133333]);

test('a preview with every frame has exactly the original’s times', () => {
  expect(framesIn(clipOf([0, 0.03334, 0.06667, 0.10001, 0.13334]), ORIGINAL)).toBe(ORIGINAL);
});

test('does not count frames that the preview lacks', () => {
  expect(framesIn(clipOf([0.06667, 0.1, 0.13334]), ORIGINAL).frameTimes).toEqual([0.066667, 0.1, 0.133333]);
});

test('ignores a preview with other frames than the original', () => {
  expect(framesIn(clipOf([0, 0.05, 0.1]), ORIGINAL)).toBe(ORIGINAL);
});
