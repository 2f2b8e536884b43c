// The hero loop behind the home page's headline: one slow swing, silent, its last frames crossfading into the first.
import path from 'node:path';
import { keyedCurve } from '#studio/motion/keyed-curve.ts';
import type { Studio } from './browser.ts';
import type { ClipPlan } from './clips.ts';
import { golferClip } from './clips.ts';
import { encodeWithin } from './encode.ts';
import { CONTENT, saveJpeg } from './still.ts';

const HERO_RATE = 30;
const SECONDS = 6;
const HERO_LIMIT_BYTES = 1_450_000;

function heroPlan(): ClipPlan {
  const base = golferClip('driver-down-the-line-21-7');
  return { ...base, widthPx: 1280, heightPx: 720, pictureM: 2.95, shift: 0.13, seed: 29 };
}

/** Screen seconds to swing seconds: calm at address, slower still through the ball. */
function slowMotion(plan: ClipPlan) {
  const { rest, top, strike } = plan.times;
  return keyedCurve([
    [0, rest - 0.05],
    [0.5, rest],
    [2.3, top],
    [2.7, top + 0.03],
    [3.9, strike + 0.02],
    [5.0, strike + 0.8],
    [SECONDS, strike + 1.2],
  ]);
}

export async function makeHero(studio: Studio, options: { draft: boolean; stills: boolean }): Promise<void> {
  const plan = heroPlan();
  const scale = options.draft ? 0.5 : 1;
  await studio.open(plan, { widthPx: 1280, heightPx: 720, step: 0.011 });
  await saveJpeg(await studio.frame(plan.times.top), path.join(CONTENT, 'hero', 'hero.jpg'), 1280);
  if (options.stills) return;
  await studio.open(plan, { widthPx: 1280 * scale, heightPx: 720 * scale, step: 0.013 });
  const clock = slowMotion(plan);
  const frames: Buffer[] = [];
  for (let frame = 0; frame < SECONDS * HERO_RATE; frame++) {
    const second = frame / HERO_RATE;
    const crossfade = Math.max(0, Math.min(1, (second - (SECONDS - 0.8)) / 0.8));
    const first = crossfade > 0 ? { time: clock.at(0), part: crossfade * crossfade * (3 - 2 * crossfade) } : undefined;
    frames.push(await studio.frame(clock.at(second), first));
  }
  await encodeWithin(
    frames,
    { file: path.join(CONTENT, 'hero', 'hero.mp4'), frameRate: HERO_RATE, sound: null, quality: 25, size: plan },
    HERO_LIMIT_BYTES,
  );
}
