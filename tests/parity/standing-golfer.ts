// A golfer who stands in a numbered clip, so that it is framed. Used by tests.
import { makeBodyTrack } from '#domain/body/body-track.ts';
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import { drawnBody } from '#tests/fixtures/drawn-body.ts';
import type { ProbedSide } from './merge-case.ts';

/** A golfer half as tall as the picture, a little right of its middle, whose hands swing far out to both sides. */
export function standing({ clip }: Pick<ProbedSide, 'clip'>): BodyFacts {
  const { widthPx, heightPx, frameTimes } = clip;
  const hips = { xPx: 0.58 * widthPx, yPx: 0.5 * heightPx };
  const frames = frameTimes.map((time, frameIndex) => ({
    frameIndex,
    time,
    body: drawnBody({ hips, sizePx: 0.38 * heightPx, hands: { right: 0.95 * Math.sin(frameIndex / 8), up: 0 } }),
  }));
  return { track: makeBodyTrack({ widthPx, heightPx, frames }), outlines: null };
}
