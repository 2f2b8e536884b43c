// The merged file shows the planned source frame in every frame and on both sides, at all capture rates.
import { describe, expect, it } from 'vitest';
import { chosenCases } from '#tests/campaign-scale.ts';
import { mergeAndCompare } from './merge-case.ts';
import { RATE_PAIRS } from './merge-rates.ts';

const CASES = chosenCases(RATE_PAIRS, [
  '240 fps beside 24 fps',
  'a jittered rate around 30 fps beside a jittered rate around 60 fps',
]);

describe('a merged video follows its plan frame by frame', () => {
  it.each(CASES)('%s', async (_title, user, pro, alignment) => {
    const outcome = await mergeAndCompare(user, pro, alignment);
    expect(outcome.mismatches).toEqual([]);
    expect(outcome.shownAtEvent).toEqual(outcome.markedAtEvent);
    expect(outcome.compared).toBeGreaterThan(100);
  });
});
