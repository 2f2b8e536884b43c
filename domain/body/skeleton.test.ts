// The lines that are drawn over a body.
import { expect, test } from 'vitest';
import { drawnBody } from '#tests/fixtures/drawn-body.ts';
import type { Joint, SeenBody } from './body-track.ts';
import { skeletonOf } from './skeleton.ts';

function hiding(body: SeenBody, joint: Joint): SeenBody {
  return { ...body, joints: { ...body.joints, [joint]: { ...body.joints[joint], certainty: 0.4 } } };
}

test('draws trunk, head, arms and legs of a fully visible body, up to the wrists', () => {
  const body = drawnBody();
  const { lines, wrists } = skeletonOf(body);
  expect(lines).toHaveLength(16);
  expect(wrists).toEqual([body.joints.leftWrist, body.joints.rightWrist]);
  expect(lines).toContainEqual([
    { xPx: 500, yPx: 500 },
    { xPx: 500, yPx: 500 - 0.36 * 400 },
  ]);
});

test('leaves out lines that end in an uncertain joint', () => {
  const { lines, wrists } = skeletonOf(hiding(drawnBody(), 'rightWrist'));
  expect([lines.length, wrists.length]).toEqual([15, 1]);
  // Both hip lines, the spine and a thigh.
  expect(skeletonOf(hiding(drawnBody(), 'leftHip')).lines).toHaveLength(13);
  expect(skeletonOf(drawnBody({ certainty: 0.4 }))).toEqual({ lines: [], wrists: [] });
});
