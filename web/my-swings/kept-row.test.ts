// Which kept swings are offered as the other one of two.
import { expect, test } from 'vitest';
import { keptSwing } from '#tests/fixtures/kept-swings.ts';
import { isOther } from './kept-row.tsx';

test('offers another swing, but not the same swing beside another golfer', async () => {
  const clip = (text: string) => new Blob([text], { type: 'video/mp4' });
  const { comparison: first } = await keptSwing(0, clip('mine'), clip('one pro'));
  const { comparison: sameSwing } = await keptSwing(1, clip('mine'), clip('another pro'));
  const { comparison: other } = await keptSwing(2, clip('mine, later'), clip('one pro'));
  const later = {
    ...sameSwing,
    user: { ...sameSwing.user, annotations: { restTime: 7, topTime: 8, strikeTime: 8.3 } },
  };
  expect([first, sameSwing, other, later].map((one) => isOther(one, first))).toEqual([false, false, true, true]);
});
