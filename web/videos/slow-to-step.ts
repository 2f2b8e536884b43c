// Detects videos that are slow to step through: too many pixels, or key frames too far apart. Reads the container's
// tables; decodes nothing.
import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import { framesPerSecond } from '#domain/time.ts';
import type { Clip } from '#domain/video/clip.ts';
import { endTime } from '#domain/video/clip.ts';
import { openVideo } from '#web/player/engine/frame-table.ts';

/**
 * Maximum long side, in pixels. A larger picture takes several times as long to decode as a screen needs (4K is 3840).
 */
const MAX_FAST_SIDE_PX = 2560;
/**
 * Maximum number of pixels to decode for a seek, which decodes everything since the last key frame. More take a desktop
 * computer a second without hardware decoding. Steps to neighbouring frames use decoded frames (frame-window.ts) and
 * cost less.
 */
const MAX_PIXELS_PER_SEEK = 300_000_000;

/** True for a video that is slow to step through; false when unknown. Never throws. */
export async function slowToStep(file: File, clip: Clip): Promise<boolean> {
  if (Math.max(clip.widthPx, clip.heightPx) > MAX_FAST_SIDE_PX) return true;
  const pixelsPerSecond = clip.widthPx * clip.heightPx * framesPerSecond(clip.frameRate);
  const longestGoodGap = MAX_PIXELS_PER_SEEK / pixelsPerSecond;
  if (endTime(clip) - (clip.frameTimes[0] ?? 0) <= longestGoodGap) return false;
  const input = openVideo(file);
  try {
    const track = await input.getPrimaryVideoTrack();
    return track !== null && (await longestKeyFrameGap(track, endTime(clip))) > longestGoodGap;
  } catch {
    return false;
  } finally {
    input.dispose();
  }
}

async function longestKeyFrameGap(track: InputVideoTrack, end: number): Promise<number> {
  const sink = new EncodedPacketSink(track);
  const options = { metadataOnly: true };
  let longest = 0;
  let packet = await sink.getFirstPacket(options);
  while (packet) {
    const next = await sink.getNextKeyPacket(packet, options);
    longest = Math.max(longest, (next?.timestamp ?? end) - packet.timestamp);
    packet = next;
  }
  return longest;
}
