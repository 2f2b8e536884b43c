// Finds the key positions of the swings in a video: reads sound and motion, then searches span by span. Loads the
// decoder and runs in a worker.

import type { FrameMotion } from '#web/moments/motion/frame-motion.ts';
import { readMotion } from '#web/moments/motion/read-motion.ts';
import { readSound } from '#web/moments/sound/read-sound.ts';
import { type SoundOnset, soundOnsets } from '#web/moments/sound/sound-onsets.ts';
import { openVideo, readShownFrames } from '#web/player/engine/frame-table.ts';
import { type ClipSigns, type FoundSwing, findSwings } from './find-swings.ts';

/** What came of a search. */
export type MomentsAnswer =
  | { readonly kind: 'found'; readonly swings: readonly FoundSwing[] }
  /** Everything was looked at and nothing is like a swing. */
  | { readonly kind: 'no-swing' }
  /** The pictures could not be read: this browser has no decoder for them, or the file is broken. */
  | { readonly kind: 'cannot-read' };

/** Long clips are searched in stretches that overlap by more than a swing in slow motion. */
const STRETCH = 60;
const OVERLAP = 16;
/** Swings whose strikes are closer than this are one, found in two stretches. */
const SAME_SWING = 0.6;
const PROGRESS_STEP = 0.01;

/** A file, or the address of a video on this site. */
export type VideoSource = Blob | string;

/** Searches a video. `onProgress` is called with the share done, 0 to 1. */
export async function findMoments(source: VideoSource, onProgress: (share: number) => void): Promise<MomentsAnswer> {
  if (typeof VideoDecoder === 'undefined') return { kind: 'cannot-read' };
  const input = openVideo(source);
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode())) return { kind: 'cannot-read' };
    const frames = await readShownFrames(track, source);
    const sound = await readSound(input, () => onProgress(0));
    const frameTimes = frames.map(({ time }) => time);
    const onsets = sound ? soundOnsets(sound) : [];
    const swings = await searchStretches({ motions: readMotion(track, frames), onsets, frameTimes }, onProgress);
    if (!swings) return { kind: 'cannot-read' };
    return swings.length > 0 ? { kind: 'found', swings } : { kind: 'no-swing' };
  } catch {
    return { kind: 'cannot-read' };
  } finally {
    input.dispose();
  }
}

interface ComingClip extends Omit<ClipSigns, 'motions'> {
  readonly motions: AsyncIterable<FrameMotion>;
}

/** The swings of a clip whose motion is still being read; null when nothing came. */
async function searchStretches(
  { motions, onsets, frameTimes }: ComingClip,
  onProgress: (share: number) => void,
): Promise<FoundSwing[] | null> {
  const from = frameTimes[0] ?? 0;
  const length = Math.max(1e-3, (frameTimes.at(-1) ?? 0) - from);
  const found: FoundSwing[] = [];
  let stretch: FrameMotion[] = [];
  let reported = 0;
  const search = () => found.push(...findSwings({ motions: stretch, onsets: near(onsets, stretch), frameTimes }));
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

function near(onsets: readonly SoundOnset[], stretch: readonly FrameMotion[]): readonly SoundOnset[] {
  const from = (stretch[0]?.time ?? 0) - 1;
  const to = (stretch.at(-1)?.time ?? 0) + 1;
  return onsets.filter(({ time }) => time > from && time < to);
}

/** The surest first; of the same swing found twice, the surer one. */
function withoutRepeats(found: readonly FoundSwing[]): FoundSwing[] {
  const kept: FoundSwing[] = [];
  for (const swing of found.toSorted((a, b) => b.confidence - a.confidence)) {
    const isNew = kept.every(({ moments }) => Math.abs(moments.strike.time - swing.moments.strike.time) > SAME_SWING);
    if (isNew) kept.push(swing);
  }
  return kept;
}
