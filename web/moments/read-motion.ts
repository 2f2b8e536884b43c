// Decodes a video once from start to end and returns the motion between frames. Each frame is shrunk and released
// immediately, so memory does not grow with the clip. Needs VideoDecoder.
import { type InputVideoTrack, VideoSampleSink } from 'mediabunny';
import { type FrameMotion, type GreyFrame, motionBetween } from '#domain/moments/motion/frame-motion.ts';
import type { ShownFrame } from '#web/player/engine/edit-list.ts';
import { frameShrinker } from './shrink-frame.ts';

/** At this size a golfer who fills half of the picture's height is about thirty cells tall, a distant one still ten. */
const LONG_SIDE_PX = 256;
/** At 120 or 240 frames a second, every second or fourth frame is enough; hardly anything moves between neighbours. */
const MIN_INTERVAL = 1 / 75;
const MICROSECONDS = 1e6;

/** The motion from each shown frame to the next. */
export async function* readMotion(track: InputVideoTrack, frames: readonly ShownFrame[]): AsyncGenerator<FrameMotion> {
  const shrink = frameShrinker(LONG_SIDE_PX);
  // Frames cut by an edit list are decoded but never shown, so they have no time here.
  const shownTimes = new Map(frames.map(({ packetTime, time }) => [Math.round(packetTime * MICROSECONDS), time]));
  const packetTimes = frames.map(({ packetTime }) => packetTime);
  const lastPacket = packetTimes.reduce((latest, time) => Math.max(latest, time), 0);
  let before: GreyFrame | null = null;
  for await (const sample of new VideoSampleSink(track).samples(packetTimes[0])) {
    try {
      if (sample.timestamp > lastPacket + 1 / MICROSECONDS) break;
      const time = shownTimes.get(Math.round(sample.timestamp * MICROSECONDS));
      if (time === undefined || (before && time - before.time < MIN_INTERVAL)) continue;
      const after: GreyFrame = { time, ...(await shrink(sample)) };
      if (before?.grey.length === after.grey.length) yield motionBetween(before, after);
      before = after;
    } finally {
      sample.close();
    }
  }
}
