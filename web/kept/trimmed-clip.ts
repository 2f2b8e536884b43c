// A clip without what lies outside a range: its packets are copied, nothing is encoded again. Sound is left out, and so
// is what a phone records about place and device (clip-for-others.ts).
import {
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { Stretch } from '#web/player/controlled/loops.ts';
import { readClip, readShownFrames, readTrackOf } from '#web/player/engine/frame-table.ts';

/** The codecs of cameras, which every player expects in an MP4, and those that it expects in a WebM file. */
const MP4_CODECS: readonly string[] = ['avc', 'hevc'];
const WEBM_CODECS: readonly string[] = ['vp8', 'vp9', 'av1'];

/** The maximum share of the clip up to which a copy is worthwhile. */
const WORTHWHILE = 0.9;

/** The highest clock that the library writes, in ticks per second. */
const MAX_CLOCK = 1_000_000;

/** Tolerance for the rounding of a file's clock, in seconds. */
export const SAME_TIME = 2e-5;

/**
 * The part of a clip that holds a range, in seconds of the clip: from the key frame before it to its end. Every frame is
 * earlier in it by `earlier` seconds. Null where the copy would not have the same frames at the same times, or would not be
 * a tenth smaller.
 */
export async function trimmedClip(file: Blob, range: Stretch) {
  const copied = await copyOf(file, range).catch(() => null);
  if (!copied || copied.file.size > WORTHWHILE * file.size) return null;
  const { clip, mayBeginElsewhere } = await readClip(copied.file);
  if (!clip || mayBeginElsewhere || clip.widthPx !== copied.widthPx || clip.heightPx !== copied.heightPx) return null;
  const earlier = (copied.frames[0]?.time ?? 0) - (clip.frameTimes[0] ?? 0);
  const isSame = clip.frameTimes.every(
    (time, index) => Math.abs((copied.frames[index]?.time ?? Number.NaN) - earlier - time) < SAME_TIME,
  );
  return isSame && clip.frameTimes.length === copied.frames.length ? { file: copied.file, clip, earlier } : null;
}

/** A copy of the whole clip; null where its packets cannot be copied. Its frames may have other times. */
export async function copiedClip(file: Blob): Promise<Blob | null> {
  const packets = await readTrackOf(file, async (track) => {
    const first = await new EncodedPacketSink(track).getFirstPacket();
    return first && copyPackets(track, first, { isEnough: () => false, startsAt: 0 });
  });
  return packets?.file ?? null;
}

/** The copy, and the frames of the whole clip that it should show. */
function copyOf(file: Blob, range: Stretch) {
  return readTrackOf(file, async (track) => {
    const shown = await readShownFrames(track, file);
    const wanted = shown.findLast(({ time }) => time <= range.from) ?? shown[0];
    const first = wanted && (await new EncodedPacketSink(track).getKeyPacket(wanted.packetTime + SAME_TIME));
    if (!first) return null;
    const later = shown.filter(({ packetTime }) => packetTime > first.timestamp - SAME_TIME);
    const least = later.filter(({ time }) => time <= range.to).length;
    const isEnough = (count: number, latest: number) => {
      const upToLatest = later.filter(({ packetTime }) => packetTime < latest + SAME_TIME).length;
      // Packets come in the order of decoding: none is missing between the copied ones.
      return count === upToLatest && upToLatest >= least;
    };
    const copied = await copyPackets(track, first, { isEnough, startsAt: first.timestamp });
    if (!copied) return null;
    const [widthPx, heightPx] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    return { file: copied.file, frames: later.slice(0, copied.count), widthPx, heightPx };
  });
}

interface Copying {
  /** Whether no further packet is needed. `latest`: the latest time of a copied packet. */
  readonly isEnough: (count: number, latest: number) => boolean;
  /** The time of the clip that is 0 in the copy. */
  readonly startsAt: number;
}

/** Copies packets from a key packet on, until enough of them are there. */
async function copyPackets(
  track: InputVideoTrack,
  first: NonNullable<Awaited<ReturnType<EncodedPacketSink['getKeyPacket']>>>,
  { isEnough, startsAt }: Copying,
): Promise<{ readonly file: Blob; readonly count: number } | null> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  const isWebM = codec !== null && WEBM_CODECS.includes(codec);
  if (!codec || !(isWebM || MP4_CODECS.includes(codec)) || !decoderConfig) return null;
  const target = new BufferTarget();
  const format = isWebM ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' });
  const output = new Output({ format, target });
  const source = new EncodedVideoPacketSource(codec);
  // With the source's clock every time stays exact; the library's own clock is exact to 9 µs.
  const clock = await track.getTimeResolution();
  output.addVideoTrack(source, {
    rotation: await track.getRotation(),
    flip: await track.getFlip(),
    ...(clock <= MAX_CLOCK && { frameRate: clock }),
  });
  await output.start();
  let [latest, count] = [first.timestamp, 0];
  for await (const packet of new EncodedPacketSink(track).packets(first)) {
    // Pictures that are shown before the key frame need pictures that are not copied.
    if (packet.timestamp < first.timestamp) continue;
    await source.add(packet.clone({ timestamp: packet.timestamp - startsAt }), { decoderConfig });
    count += 1;
    latest = Math.max(latest, packet.timestamp);
    if (isEnough(count, latest)) break;
  }
  await output.finalize();
  return target.buffer && { file: new Blob([target.buffer], { type: isWebM ? 'video/webm' : 'video/mp4' }), count };
}
