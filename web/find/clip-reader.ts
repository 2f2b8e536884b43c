// Decodes the frames of a clip for a search: motion between frames, and pictures, which are offered to the body worker
// a few ahead; both in one go where they are wanted in the same place. Runs in a worker.
import type { VideoSample } from 'mediabunny';
import type { Stretch } from '#domain/body/sampled-frames.ts';
import { type FrameMotion, type GrayFrame, motionBetween } from '#domain/moments/motion/frame-motion.ts';
import { type ClipFacts, type FromDecodingWorker, samplesOf, type ToDecodingWorker } from '#web/body/clip-pictures.ts';
import { type UprightFrame, uprightReader } from '#web/body/picture.ts';
import { withResolvers } from '#web/lib/with-resolvers.ts';
import type { DecodableTrack } from '#web/player/engine/decodable-track.ts';
import { frameShrinker } from './shrink-frame.ts';

interface Wanted {
  /** The frames whose pictures are wanted, ascending. */
  readonly pictures: readonly number[];
  /** Where motion is wanted. Each frame is read only once in the life of the reader. */
  readonly motionIn: readonly Stretch[];
}

type OnPicture = (picture: UprightFrame | null) => Promise<void>;

/** At this size a golfer who fills half of the picture's height is about thirty cells tall, a distant one still ten. */
const LONG_SIDE_PX = 256;
/** At 120 or 240 frames a second, every second or fourth frame is enough; hardly anything moves between neighbors. */
const MIN_INTERVAL = 1 / 75;
/** The maximum motion read around swings, in seconds: each second takes half a megabyte. */
const MOST_MOTION = 120;

/** `onAlive` is called for each decoded frame. */
export function clipReader(clip: DecodableTrack, onAlive: () => void) {
  const { shown } = clip;
  const motions = new Map<number, FrameMotion>();
  const read = new Set<number>();
  let last: Promise<unknown> = Promise.resolve();

  /** The frames of stretches that were not read yet, each after the frame before it, so that it has motion too. */
  function unreadIn(stretches: readonly Stretch[]): ReadonlySet<number> {
    const unread = new Set<number>();
    let seconds = 0;
    for (const { from, to } of stretches) {
      seconds += to - from;
      if (seconds > MOST_MOTION) break;
      for (const [frame, { time }] of shown.entries()) {
        if (time < from || time > to || read.has(frame)) continue;
        if (frame > 0) unread.add(frame - 1);
        unread.add(frame);
        read.add(frame);
      }
    }
    return unread;
  }

  async function readNow({ pictures, motionIn }: Wanted, onPicture: OnPicture): Promise<void> {
    const moving = unreadIn(motionIn);
    const motionTo = motionReader();
    const upright = uprightReader();
    const pictured = new Set(pictures);
    const frames = [...new Set([...pictures, ...moving])].sort((a, b) => a - b);
    let at = 0;
    for await (const sample of samplesOf(clip, frames)) {
      onAlive();
      const frame = frames[at++] ?? 0;
      try {
        if (sample && moving.has(frame)) {
          const motion = await motionTo(sample, shown[frame]?.time ?? 0, moving.has(frame - 1));
          if (motion) motions.set(motion.endTime, motion);
        }
        if (pictured.has(frame)) await onPicture(sample && (await upright(sample)));
      } finally {
        sample?.close();
      }
    }
  }

  return {
    /** Passes each picture to `onPicture` in order, null where it cannot be decoded. Rejects when the file is broken. */
    read: (wanted: Wanted, onPicture: OnPicture = () => Promise.resolve()): Promise<void> => {
      const reading = last.then(() => readNow(wanted, onPicture));
      last = reading.catch(() => undefined);
      return reading;
    },
    /** The motion read so far, ascending. */
    motions: (): readonly FrameMotion[] => [...motions.values()].sort((a, b) => a.time - b.time),
  };
}

/** Reads the motion to each frame from the one before, null for the first, after a gap, and for a frame that follows at once. */
export function motionReader() {
  const shrink = frameShrinker(LONG_SIDE_PX);
  let before: GrayFrame | null = null;
  return async (sample: VideoSample, time: number, isNext = true): Promise<FrameMotion | null> => {
    if (!isNext) before = null;
    if (before && time - before.time < MIN_INTERVAL) return null;
    const after: GrayFrame = { time, ...(await shrink(sample)) };
    const motion = before?.gray.length === after.gray.length ? motionBetween(before, after) : null;
    before = after;
    return motion;
  };
}

/** Pictures that wait to be taken: each takes 2 MB. */
const MAX_WAITING = 4;

/** The frames of one pass, as the body worker asks for them. */
type Pass = Exclude<ToDecodingWorker, string>;
type Read = (pass: Pass, onPicture: (upright: UprightFrame | null) => Promise<void>) => Promise<void>;

/** Offers a clip. `read` decodes a pass; it waits with each picture until there is room, and ends when the promise rejects. */
export function offerPictures(port: MessagePort, facts: ClipFacts, read: Read): void {
  const post = (message: FromDecodingWorker, transfer: readonly Transferable[] = []) =>
    port.postMessage(message, [...transfer]);
  let waiting = 0;
  let room: PromiseWithResolvers<void> | null = null;
  let isStopped = false;

  async function offer(upright: UprightFrame | null): Promise<void> {
    if (waiting >= MAX_WAITING) {
      room = withResolvers();
      await room.promise;
    }
    if (isStopped) throw new Error('The body worker was stopped');
    waiting += 1;
    post({ upright }, upright ? [upright.pixels.bytes.buffer] : []);
  }

  port.onmessage = ({ data }: MessageEvent<ToDecodingWorker>) => {
    if (data === 'taken') waiting -= 1;
    else if (data === 'stop') isStopped = true;
    else read(data, offer).catch(() => isStopped || post('failed'));
    room?.resolve();
  };
  post({ facts });
}
