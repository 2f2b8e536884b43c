// When the plan says that the positions are reached.
import { expect, it } from 'vitest';
import { makeClip } from '#domain/video/clip.ts';
import { planComparison } from './comparison-plan.ts';

const FRAME_TIMES = Array.from({ length: 300 }, (_, at) => at / 30);
const CLIP = makeClip({ widthPx: 1080, heightPx: 1920, frameTimes: FRAME_TIMES });

it('returns when each side reaches each marked position, inside the comparison, even without a strip', () => {
  const result = planComparison(
    { clip: CLIP, annotations: { restTime: 3, topTime: 4, strikeTime: 4.5 } },
    { clip: CLIP, annotations: { restTime: null, topTime: 4.8, strikeTime: 5 } },
    'strike',
  );
  if (!result.ok) throw new Error(result.problem);
  const { positions, meetAt, strip } = result.plan;
  expect(strip).toBeNull();
  expect(positions.map(({ side, position }) => `${side} ${position}`)).toEqual([
    ...['user rest', 'user top', 'user strike'],
    ...['pro top', 'pro strike'],
  ]);
  for (const [index, at] of [meetAt - 1.5, meetAt - 0.5, meetAt, meetAt - 0.2, meetAt].entries()) {
    expect(positions[index]?.at).toBeCloseTo(at, 6);
  }
});
