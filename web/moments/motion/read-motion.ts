// Decodes a video once from start to end and returns the motion between frames. Each picture is shrunk and released at
// once, so memory does not grow with the clip. Needs VideoDecoder.
import { type InputVideoTrack, VideoSampleSink } from 'mediabunny';
import type { ShownFrame } from '#web/player/engine/edit-list.ts';
import { type FrameMotion, type GreyFrame, motionBetween } from './frame-motion.ts';
import { frameShrinker } from './shrink-frame.ts';

/** A golfer who fills half of the picture's height is then some thirty cells tall, and one far away still ten. */
const LONG_SIDE_PX = 256;
/** Of 120 or 240 frames a second every second or fourth is enough, and between neighbours hardly anything would move. */
const MIN_INTERVAL = 1 / 75;
const MICROSECONDS = 1e6;

/** The motion from each shown frame to the next. */
export async function* readMotion(track: InputVideoTrack, frames: readonly ShownFrame[]): AsyncGenerator<FrameMotion> {
  const shrink = frameShrinker(LONG_SIDE_PX);
  // What an edit list cuts away is decoded but never shown: it has no time here.
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
