// Finds the key positions of the swings in a video: reads sound and motion, searches them span by span, and searches again
// when it is known where the golfer's body is. Loads the decoder and runs in a worker.

import type { BodyTrack } from '#domain/body/body-track.ts';
import type { FoundSwing } from '#domain/moments/found-swing.ts';
import { swingsInBody } from '#domain/moments/swings-in-body.ts';
import type { FrameMotion } from '#web/moments/motion/frame-motion.ts';
import { readMotion } from '#web/moments/motion/read-motion.ts';
import { readSound } from '#web/moments/sound/read-sound.ts';
import { type SoundOnset, soundOnsets } from '#web/moments/sound/sound-onsets.ts';
import { openVideo, readShownFrames } from '#web/player/engine/frame-table.ts';
import { type ClipSigns, findSwings, type MotionSwing } from './find-swings.ts';

/** What came of a search. */
export type MomentsAnswer =
  | { readonly kind: 'found'; readonly swings: readonly FoundSwing[] }
  /** Everything was looked at and nothing is like a swing. */
  | { readonly kind: 'no-swing' }
  /** The pictures could not be read: this browser has no decoder for them, or the file is broken. */
  | { readonly kind: 'cannot-read' };

/** What was read of a video and found by it. */
export interface ReadMoments {
  readonly answer: MomentsAnswer;
  /** The answer when the golfer's body is known too. */
  readonly withBody: (track: BodyTrack) => MomentsAnswer;
}

/** Long clips are searched in stretches that overlap by more than a swing in slow motion. */
const STRETCH = 60;
const OVERLAP = 16;
/** Swings whose strikes are closer than this are one, found in two stretches. */
const SAME_SWING = 0.6;
const PROGRESS_STEP = 0.01;
/** Motion is kept of so many seconds at most: a second of it is half a megabyte. Beyond, the body alone tells positions. */
const KEPT_MOTION = 120;

/** A file, or the address of a video on this site. */
export type VideoSource = Blob | string;

/** Searches a video by motion and sound. `onProgress` is called with the share done, 0 to 1. */
export async function findMoments(source: VideoSource, onProgress: (share: number) => void): Promise<ReadMoments> {
  if (typeof VideoDecoder === 'undefined') return UNREADABLE;
  const input = openVideo(source);
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode())) return UNREADABLE;
    const frames = await readShownFrames(track, source);
    const sound = await readSound(input);
    const frameTimes = frames.map(({ time }) => time);
    const onsets = sound ? soundOnsets(sound) : [];
    const read = await searchStretches({ motions: readMotion(track, frames), onsets, frameTimes }, onProgress);
    if (!read) return UNREADABLE;
    return {
      answer: answerOf(read.swings),
      withBody: (body) =>
        answerOf(swingsInBody({ track: body, motions: read.motions, clicks: onsets, firstTime: frameTimes[0] ?? 0 })),
    };
  } catch {
    return UNREADABLE;
  } finally {
    input.dispose();
  }
}

const UNREADABLE: ReadMoments = { answer: { kind: 'cannot-read' }, withBody: () => ({ kind: 'cannot-read' }) };

function answerOf(swings: readonly FoundSwing[]): MomentsAnswer {
  return swings.length > 0 ? { kind: 'found', swings } : { kind: 'no-swing' };
}

interface ComingClip extends Omit<ClipSigns, 'motions'> {
  readonly motions: AsyncIterable<FrameMotion>;
}

interface ReadMotion {
  readonly swings: readonly MotionSwing[];
  /** From the beginning of the clip on, as much as is kept. */
  readonly motions: readonly FrameMotion[];
}

/** The swings of a clip whose motion is still being read; null when nothing came. */
async function searchStretches(
  { motions, onsets, frameTimes }: ComingClip,
  onProgress: (share: number) => void,
): Promise<ReadMotion | null> {
  const from = frameTimes[0] ?? 0;
  const length = Math.max(1e-3, (frameTimes.at(-1) ?? 0) - from);
  const found: MotionSwing[] = [];
  const kept: FrameMotion[] = [];
  let stretch: FrameMotion[] = [];
  let reported = 0;
  const search = () => found.push(...findSwings({ motions: stretch, onsets: near(onsets, stretch), frameTimes }));
  for await (const motion of motions) {
    stretch.push(motion);
    if (motion.time - from < KEPT_MOTION) kept.push(motion);
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
  return { swings: withoutRepeats(found), motions: kept };
}

function near(onsets: readonly SoundOnset[], stretch: readonly FrameMotion[]): readonly SoundOnset[] {
  const from = (stretch[0]?.time ?? 0) - 1;
  const to = (stretch.at(-1)?.time ?? 0) + 1;
  return onsets.filter(({ time }) => time > from && time < to);
}

/** The surest first; of the same swing found twice, the surer one. */
function withoutRepeats(found: readonly MotionSwing[]): MotionSwing[] {
  const kept: MotionSwing[] = [];
  for (const swing of found.toSorted((a, b) => b.confidence - a.confidence)) {
    const isNew = kept.every(({ moments }) => Math.abs(moments.strike.time - swing.moments.strike.time) > SAME_SWING);
    if (isNew) kept.push(swing);
  }
  return kept;
}
