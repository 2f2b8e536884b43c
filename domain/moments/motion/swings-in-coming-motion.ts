// Finds the swings in motion while it is being read, so that memory does not grow with the clip.
import type { Click } from '#domain/moments/clicks.ts';
import type { FrameMotion } from './frame-motion.ts';
import { type MotionSwing, type MovingClip, swingsInMotion } from './swings-in-motion.ts';

/** A clip whose motion is still being read. */
interface ComingClip extends Omit<MovingClip, 'motions'> {
  readonly motions: AsyncIterable<FrameMotion>;
}

/** Long clips are searched in stretches, in seconds, that overlap by more than a swing in slow motion. */
const STRETCH = 60;
const OVERLAP = 16;
/** Swings whose strikes are closer than this, in seconds, are one swing found in two stretches. */
const SAME_SWING = 0.6;
const PROGRESS_STEP = 0.01;

/** The swings of a clip, the surest first; null when there is no motion. Calls `onProgress` with the share done, 0 to 1. */
export async function swingsInComingMotion(
  { motions, clicks, frameTimes }: ComingClip,
  onProgress: (share: number) => void,
): Promise<readonly MotionSwing[] | null> {
  const from = frameTimes[0] ?? 0;
  const length = Math.max(1e-3, (frameTimes.at(-1) ?? 0) - from);
  const found: MotionSwing[] = [];
  let stretch: FrameMotion[] = [];
  let reported = 0;
  const search = () => found.push(...swingsInMotion({ motions: stretch, clicks: near(clicks, stretch), frameTimes }));
  for await (const motion of motions) {
    stretch.push(motion);
    if (motion.time - (stretch[0]?.time ?? 0) >= STRETCH) {
      search();
      stretch = stretch.filter(({ time }) => time > motion.time - OVERLAP);
    }
    const share = (motion.time - from) / length;
    if (share - reported < PROGRESS_STEP) continue;
    reported = share;
    onProgress(share);
  }
  if (stretch.length === 0) return null;
  search();
  return withoutRepeats(found);
}

function near(clicks: readonly Click[], stretch: readonly FrameMotion[]): readonly Click[] {
  const from = (stretch[0]?.time ?? 0) - 1;
  const to = (stretch.at(-1)?.time ?? 0) + 1;
  return clicks.filter(({ time }) => time > from && time < to);
}

/** Sorts by confidence; of a swing found twice, keeps the more confident result. */
function withoutRepeats(found: readonly MotionSwing[]): MotionSwing[] {
  const kept: MotionSwing[] = [];
  for (const swing of found.toSorted((a, b) => b.confidence - a.confidence)) {
    const isNew = kept.every(({ moments }) => Math.abs(moments.strike.time - swing.moments.strike.time) > SAME_SWING);
    if (isNew) kept.push(swing);
  }
  return kept;
}
