// Shows the planned source frame in every merged frame and on both sides of the video that Chromium makes.
import { describe, expect, it } from 'vitest';
import { chosenCases } from '#tests/campaign-scale.ts';
import { deviceForTests } from '#tests/fixtures/rendered-on-device.ts';
import { type MarkedClip, mergeAndCompare } from '#tests/parity/merge-case.ts';
import { RATE_PAIRS } from '#tests/parity/merge-rates.ts';

const device = deviceForTests();

/** Pictures with these colours are converted through a canvas; all others are copied plane by plane. */
const throughCanvas = ({ make, ...marks }: MarkedClip): MarkedClip => ({
  ...marks,
  make: { ...make, colors: 'bt601' },
});

describe('a video made on the device follows its plan frame by frame', () => {
  it.each(chosenCases(RATE_PAIRS, ['23.976 fps beside 59.94 fps']))('%s', async (_title, user, pro, alignment) => {
    const outcome = await mergeAndCompare(throughCanvas(user), pro, alignment, undefined, undefined, device.render);
    expect(outcome.mismatches).toEqual([]);
    expect(outcome.shownAtEvent).toEqual(outcome.markedAtEvent);
    expect(outcome.compared).toBeGreaterThan(100);
  });
});
