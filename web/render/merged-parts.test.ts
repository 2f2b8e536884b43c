// The parts of a merged video cover it without gaps, and their key frames are as far apart as in one piece.
import { expect, test } from 'vitest';
import { partsOf } from './merged-parts.ts';

const span = (from: number, to: number) => ({ from, to });

test.each([
  ['the whole', [span(0, 217)], 2, [[span(0, 105)], [span(105, 217)]]],
  ['one part', [span(0, 217)], 1, [[span(0, 217)]]],
  ['too few frames for two parts', [span(0, 119)], 2, [[span(0, 119)]]],
  ['just enough frames', [span(0, 120)], 2, [[span(0, 60)], [span(60, 120)]]],
  ['three parts', [span(0, 700)], 3, [[span(0, 240)], [span(240, 465)], [span(465, 700)]]],
  ['one frame', [span(0, 1)], 2, [[span(0, 1)]]],
  ['spans cut within one', [span(30, 40), span(60, 200)], 2, [[span(30, 40), span(60, 120)], [span(120, 200)]]],
  ['spans cut between two', [span(0, 75), span(90, 165)], 2, [[span(0, 75)], [span(90, 165)]]],
] as const)('divides %s', (_, spans, count, wanted) => {
  const parts = partsOf(spans, count);
  expect(parts.map((part) => part.spans)).toEqual(wanted);
  let before = 0;
  for (const { spans: own, firstFrame } of parts) {
    expect(firstFrame).toBe(before);
    before += own.reduce((sum, { from, to }) => sum + to - from, 0);
  }
});
