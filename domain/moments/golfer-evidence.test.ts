// The golfer stands out from other people by how the hands move over the whole clip.
import { expect, test } from 'vitest';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { drawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { golferEvidence } from './golfer-evidence.ts';

const GOLFER = drawnSwing({ sizePx: 150 });

/** A person whose hands go up and down beside the hips, as in walking or clapping. */
function moving(grip: number, up: number): BodyTrack {
  const frames = GOLFER.frames.map((frame, index) => ({
    ...frame,
    body: drawnBody({ sizePx: 500, grip, hands: { right: 0, up: index % 10 < 5 ? up : -0.1 } }),
  }));
  return { ...GOLFER, frames };
}

test('more speaks for a small golfer than for larger people who stand, clap or move their arms apart', () => {
  const onlooker = moving(0.03, -0.1);
  const clapping = moving(0.03, 0);
  const gesturing = moving(0.5, 0.3);
  expect(golferEvidence(onlooker)).toBe(0);
  expect(golferEvidence(GOLFER)).toBeGreaterThan(1.5 * golferEvidence(clapping));
  expect(golferEvidence(gesturing)).toBeLessThan(0.1);
});

test('of two people who swing alike, the larger is the golfer', () => {
  expect(golferEvidence(drawnSwing({ sizePx: 400 }))).toBeGreaterThan(golferEvidence(GOLFER));
});

test('nothing speaks for a person who was never seen, and less for one who was seen now and then', () => {
  const frames = GOLFER.frames.map((frame, index) => ({ ...frame, body: index % 3 === 0 ? frame.body : null }));
  expect(golferEvidence({ ...GOLFER, frames: frames.map((frame) => ({ ...frame, body: null })) })).toBe(0);
  expect(golferEvidence({ ...GOLFER, frames })).toBeLessThan(0.5 * golferEvidence(GOLFER));
});
