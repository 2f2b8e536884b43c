// Finds the positions of the swings in a video: from the golfer's body, plus motion and sound around its swings; or,
// where the body cannot be tracked, from motion and sound of the whole video, stretch by stretch. Loads the decoder and
// runs in a worker.
import type { InputVideoTrack } from 'mediabunny';
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { Stretch } from '#domain/body/looked-at-frames.ts';
import { type Click, clicksIn } from '#domain/moments/clicks.ts';
import type { FoundSwing } from '#domain/moments/found-swing.ts';
import type { FrameMotion } from '#domain/moments/motion/frame-motion.ts';
import { swingsInComingMotion } from '#domain/moments/motion/swings-in-motion.ts';
import { motionStretches, swingsInBody } from '#domain/moments/swings-in-body.ts';
import type { ShownFrame } from '#web/player/engine/edit-list.ts';
import { openVideo, readShownFrames } from '#web/player/engine/frame-table.ts';
import { readMotion } from './read-motion.ts';
import { readSound } from './read-sound.ts';

/** The result of a search. */
export type MomentsAnswer =
  | { readonly kind: 'found'; readonly swings: readonly FoundSwing[] }
  /** The whole video was searched, and nothing resembles a swing. */
  | { readonly kind: 'no-swing' }
  /** The frames could not be decoded: this browser has no decoder for them, or the file is broken. */
  | { readonly kind: 'cannot-read' }
  /** The frames could be decoded only up to a time, in seconds: the file is damaged there. */
  | { readonly kind: 'damaged'; readonly after: number };

/** The maximum motion read around swings, in seconds: each second takes half a megabyte. */
const MOST_MOTION = 120;

/** A file, or the address of a video on this site. */
export type VideoSource = Blob | string;

/** An open video to search. */
export interface ClipSearch {
  /** Finds swings from motion and sound alone. Calls `onProgress` with the share done, 0 to 1. */
  readonly byMotion: (onProgress: (share: number) => void) => Promise<MomentsAnswer>;
  /** Finds swings from the body tracked so far and sound, without waiting for motion. */
  readonly byHands: (body: BodyTrack) => MomentsAnswer;
  /** Finds swings from body, motion and sound; reads the motion around them once. */
  readonly byBody: (body: BodyTrack) => Promise<MomentsAnswer>;
}

/**
 * Opens a video to search it; null when its frames cannot be decoded. It stays open for the life of the worker.
 * `onAlive` is called whenever a decoder produces output.
 */
export async function openForSearch(source: VideoSource, onAlive: () => void): Promise<ClipSearch | null> {
  if (typeof VideoDecoder === 'undefined') return null;
  try {
    const input = openVideo(source);
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode())) return null;
    const frames = await readShownFrames(track, source);
    const sound = await readSound(input, onAlive);
    return searchOf(track, frames, sound ? clicksIn(sound) : [], onAlive);
  } catch {
    return null;
  }
}

function searchOf(
  track: InputVideoTrack,
  frames: readonly ShownFrame[],
  clicks: readonly Click[],
  onAlive: () => void,
): ClipSearch {
  const frameTimes = frames.map(({ time }) => time);
  let readTo: number | null = null;
  const motionOf = async function* (wanted: readonly ShownFrame[]) {
    for await (const motion of readMotion(track, wanted)) {
      onAlive();
      readTo = Math.max(readTo ?? 0, motion.endTime);
      yield motion;
    }
  };
  const readAround = motionReader(motionOf, frames);
  const unlessUnreadable = (search: () => Promise<MomentsAnswer>) =>
    search().catch(
      (): MomentsAnswer => (readTo === null ? { kind: 'cannot-read' } : { kind: 'damaged', after: readTo }),
    );
  return {
    byMotion: (onProgress) =>
      unlessUnreadable(async () => {
        const swings = await swingsInComingMotion({ motions: motionOf(frames), clicks, frameTimes }, onProgress);
        return swings ? answerOf(swings) : { kind: 'cannot-read' };
      }),
    byHands: (body) => answerOf(swingsInBody({ track: body, motions: [], clicks, frameTimes })),
    byBody: (body) =>
      unlessUnreadable(async () => {
        const motions = await readAround(motionStretches(body));
        return answerOf(swingsInBody({ track: body, motions, clicks, frameTimes }));
      }),
  };
}

function answerOf(swings: readonly FoundSwing[]): MomentsAnswer {
  return swings.length > 0 ? { kind: 'found', swings } : { kind: 'no-swing' };
}

/** Reads the motion of stretches, each frame only once across requests. Returns all motion read so far. */
function motionReader(
  motionOf: (wanted: readonly ShownFrame[]) => AsyncIterable<FrameMotion>,
  frames: readonly ShownFrame[],
) {
  const read = new Map<number, FrameMotion>();
  const done = new Set<number>();
  return async (stretches: readonly Stretch[]): Promise<readonly FrameMotion[]> => {
    let seconds = 0;
    for (const { from, to } of stretches) {
      seconds += to - from;
      if (seconds > MOST_MOTION) break;
      const inside = frames.filter(({ time }) => time >= from && time <= to);
      const missing = inside.filter(({ time }) => !done.has(time));
      const [first, last] = [missing[0], missing.at(-1)];
      if (!first || !last) continue;
      // Start one frame earlier, so that the first missing frame has motion too.
      const before = frames.findLast(({ time }) => time < first.time);
      const wanted = frames.filter(({ time }) => time >= (before ?? first).time && time <= last.time);
      for await (const motion of motionOf(wanted)) read.set(motion.endTime, motion);
      for (const { time } of wanted) done.add(time);
    }
    return [...read.values()].sort((a, b) => a.time - b.time);
  };
}
