import { expect, test } from 'vitest';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { makeClip } from '#domain/video/clip.ts';
import { anchored, placed } from './placed-stroke.ts';

const swing = {
  clip: makeClip({ widthPx: 320, heightPx: 240, frameTimes: Array.from({ length: 60 }, (_, frame) => frame / 30) }),
  annotations: { restTime: 0.4, topTime: 1, strikeTime: 1.3 },
};

test('a line that leaves a golfer’s picture still belongs to that golfer and is clipped at the edge', () => {
  const result = planComparison(swing, swing, 'strike');
  if (!result.ok) throw new Error(result.problem);
  const { plan } = result;
  const { rect } = plan.panes.user;
  const line = [
    { x: rect.xPx + 10, y: rect.yPx + 10 },
    { x: rect.xPx + rect.widthPx + 50, y: rect.yPx + 200 },
  ];
  const place = { plan, video: null };
  expect(anchored(line, 1, place).side).toBeUndefined();
  const stroke = { id: 1, tool: 'line', color: '#ff0000', width: 3, ...anchored(line, 1, place, 'user') } as const;
  expect(stroke.side).toBe('user');
  const shown = placed(stroke, place);
  expect(shown?.within).toEqual(rect);
  expect(shown?.points[1]?.x).toBeCloseTo(line[1]?.x ?? 0, 1);
});
