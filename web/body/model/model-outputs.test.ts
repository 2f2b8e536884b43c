// The detector's numbers are read at the right anchors.
import { expect, test } from 'vitest';
import { byJoint, type Joint, type SeenBody } from '#domain/body/body-track.ts';
import { ANCHORS, detectionsOf, meanOfMirrored, NUMBERS_PER_ANCHOR, radiusOf } from './model-outputs.ts';

/** Writes a body at an anchor, with hips and rim at given distances from its center. */
function output(finds: readonly { anchor: number; logit: number; hips: [number, number]; rim: [number, number] }[]) {
  const boxes = new Float32Array(ANCHORS * NUMBERS_PER_ANCHOR);
  const scores = new Float32Array(ANCHORS).fill(-20);
  for (const { anchor, logit, hips, rim } of finds) {
    boxes.set([...hips, ...rim], anchor * NUMBERS_PER_ANCHOR + 4);
    scores[anchor] = logit;
  }
  return { boxes, scores };
}

test('places detections at their anchors, most confident first, each body once', () => {
  const found = detectionsOf(
    output([
      // The first cell of the finest grid, and its neighbor: one body.
      { anchor: 0, logit: 1, hips: [10, 20], rim: [10, -20] },
      { anchor: 2, logit: 2, hips: [3, 21], rim: [3, -20] },
      // The last cell of the coarsest grid.
      { anchor: ANCHORS - 1, logit: 5, hips: [-16, 0], rim: [-16, -60] },
    ]),
  );
  expect(found.map(({ hips }) => hips)).toEqual([
    { x: 192, y: 208 },
    { x: 15, y: 25 },
  ]);
  expect(found[0] && radiusOf(found[0])).toBe(60);
});

test('detects nothing when every score is too low', () => {
  expect(detectionsOf(output([{ anchor: 7, logit: -1, hips: [0, 0], rim: [0, -9] }]))).toEqual([]);
});

const body = (place: (joint: Joint) => number): SeenBody => ({
  certainty: 0.9,
  joints: byJoint((joint) => ({ xPx: place(joint), yPx: 2 * place(joint), certainty: place(joint) / 64 })),
});

test('a body is the mean of both, each side with what the mirror calls the other side', () => {
  const seen = body((joint) => (joint === 'leftHip' ? 40 : joint === 'rightHip' ? 20 : 60));
  const inMirror = body((joint) => (joint === 'rightHip' ? 42 : joint === 'leftHip' ? 26 : 64));
  const { certainty, joints } = meanOfMirrored(seen, inMirror);
  expect(certainty).toBe(0.9);
  expect(joints.leftHip).toEqual({ xPx: 41, yPx: 82, certainty: 41 / 64 });
  expect(joints.rightHip).toEqual({ xPx: 23, yPx: 46, certainty: 23 / 64 });
  expect(joints.nose).toEqual({ xPx: 62, yPx: 124, certainty: 62 / 64 });
});
