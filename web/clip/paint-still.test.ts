// Both golfers of a still strip have the same height and stand on one line if their boxes are known.
import { expect, test } from 'vitest';
import { FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import { makeClip } from '#domain/video/clip.ts';
import { DRAWN_MARKS } from '#tests/fixtures/drawn-body.ts';
import { framesIn, stillsPlan, wholeFrame } from './paint-still.ts';

const annotated = (widthPx: number, heightPx: number) => {
  const frameTimes = Array.from({ length: 120 }, (_, frame) => frame / 30);
  return { clip: makeClip({ widthPx, heightPx, frameTimes }), annotations: DRAWN_MARKS };
};
const CLIPS = { user: annotated(1080, 1920), pro: annotated(1920, 1080) };
const NOBODY = { user: null, pro: null };

test('golfers whose heads and feet are known have one height and one line, whatever is swapped or laid over [S2.43]', () => {
  const choices = {
    ...FIRST_CHOICES,
    ...({ layout: 'ghost', isSwapped: true } as const),
    user: { ...FIRST_CHOICES.user, box: { headPermille: 300, solesPermille: 800, middlePermille: 400 } },
    pro: { ...FIRST_CHOICES.pro, box: { headPermille: 200, solesPermille: 900, middlePermille: 600 } },
  };
  const plan = stillsPlan(CLIPS, NOBODY, choices, 'golfers');
  if (!plan?.isFramed) throw new Error('The golfers are not framed');
  const frames = framesIn(plan);
  const standing = (side: 'user' | 'pro') => {
    const { picture, heightPx } = frames[side];
    const at = (permille: number) => (picture.yPx + (permille / 1000) * picture.heightPx) / heightPx;
    const box = choices[side].box;
    return { head: at(box.headPermille), soles: at(box.solesPermille) };
  };
  expect(standing('user').soles).toBeCloseTo(standing('pro').soles, 2);
  expect(standing('user').head).toBeCloseTo(standing('pro').head, 2);
});

test('golfers of whom nothing is known are shown in their whole pictures', () => {
  expect(stillsPlan(CLIPS, NOBODY, FIRST_CHOICES, 'golfers')?.isFramed).toBe(false);
  const size = { widthPx: 30, heightPx: 20 };
  expect(wholeFrame(size)).toEqual({ ...size, picture: { xPx: 0, yPx: 0, ...size } });
});
