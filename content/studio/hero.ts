// The loop behind the home page's headline: the sample swing and a reference golfer side by side, in sync from rest
// over the top to the strike, silent, the last frames crossfading into the first.
import path from 'node:path';
import { keyedCurve } from '#studio/motion/keyed-curve.ts';
import type { Studio } from './browser.ts';
import { type ClipPlan, DEMO, golferClip } from './clips.ts';
import { encodeWithin } from './encode.ts';
import { CONTENT, saveJpeg } from './still.ts';

const HERO_RATE = 30;
const SECONDS = 6;
const CROSSFADE = 0.7;
const HERO_LIMIT_BYTES = 1_450_000;
const PANE = { widthPx: 640, heightPx: 720 };

/** When both swings are at rest, at the top and at the strike, in seconds of the loop. Both play at 3 : 1. */
export const HERO_TIMES = { restTime: 0.5, topTime: 2.3, strikeTime: 2.9 };

const SIDES: readonly ClipPlan[] = [DEMO, golferClip('driver-face-on-24-8')].map((plan) => ({
  ...plan,
  ...PANE,
  pictureM: 2.85,
  // Higher than in the clips: feet and ball stay clear of the pause button and the caption.
  ground: 0.85,
  seed: 29,
}));

/** Seconds of the loop to seconds of a swing: both reach each position together and follow through alike. */
function loopClock({ times: { rest, top, strike } }: ClipPlan) {
  const { restTime, topTime, strikeTime } = HERO_TIMES;
  return keyedCurve([
    [0, rest - 0.02],
    [restTime, rest],
    [topTime, top],
    [strikeTime, strike],
    [strikeTime + 0.5, strike + 0.25],
    [4.6, strike + 0.9],
    [SECONDS, strike + 1.2],
  ]);
}

/** The frames of one side. */
async function framesOf(studio: Studio, plan: ClipPlan, scale: number): Promise<Buffer[]> {
  await studio.open(plan, { widthPx: PANE.widthPx * scale, heightPx: PANE.heightPx * scale, step: 0.013 });
  const clock = loopClock(plan);
  const frames: Buffer[] = [];
  for (let frame = 0; frame < SECONDS * HERO_RATE; frame++) {
    const second = frame / HERO_RATE;
    const crossfade = Math.max(0, Math.min(1, (second - (SECONDS - CROSSFADE)) / CROSSFADE));
    const first = crossfade > 0 ? { time: clock.at(0), part: crossfade * crossfade * (3 - 2 * crossfade) } : undefined;
    frames.push(await studio.frame(clock.at(second), first));
  }
  return frames;
}

/** Left and right alternately, as the encoder joins them. */
function inTurn(sides: readonly Buffer[][]): Buffer[] {
  return (sides[0] ?? []).flatMap((_, frame) => sides.flatMap((frames) => frames[frame] ?? []));
}

export async function makeHero(studio: Studio, options: { draft: boolean; stills: boolean }): Promise<void> {
  const tops: Buffer[] = [];
  for (const plan of SIDES) {
    await studio.open(plan, { ...PANE, step: 0.011 });
    tops.push(await studio.frame(plan.times.top));
  }
  await saveJpeg(tops, path.join(CONTENT, 'hero', 'hero.jpg'), 2 * PANE.widthPx);
  if (options.stills) return;
  const sides: Buffer[][] = [];
  for (const plan of SIDES) sides.push(await framesOf(studio, plan, options.draft ? 0.5 : 1));
  await encodeWithin(
    inTurn(sides),
    {
      file: path.join(CONTENT, 'hero', 'hero.mp4'),
      frameRate: HERO_RATE,
      sound: null,
      quality: 25,
      size: PANE,
      abreast: 2,
    },
    HERO_LIMIT_BYTES,
  );
}
