// A body found in a picture and in its mirror image.
import { expect, test } from 'vitest';
import { byJoint, type Joint, type SeenBody } from '#domain/body/body-track.ts';
import { meanOfMirrored } from './landmarks.ts';

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
