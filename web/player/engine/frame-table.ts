// Reads a clip's facts without decoding: its upright size and the time of every shown frame. The times equal a
// <video>'s mediaTime and the server's ffprobe output. Loads mediabunny, so it is imported lazily.
import {
  BlobSource,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  Logging,
  MATROSKA,
  MP4,
  QTFF,
  UrlSource,
  WEBM,
} from 'mediabunny';
import { SKIPPED_BOX } from '#domain/mp4/plain-header.ts';
import { type Clip, makeClip } from '#domain/video/clip.ts';
import {
  applyEdits,
  editListPositions,
  mediaStart,
  type ReadBytes,
  readEditList,
  type ShownFrame,
} from './edit-list.ts';
import { mendDecoders } from './mended-decoder.ts';

/** The effect of a file's edit list. */
export interface ClipEditing {
  /**
   * Whether the list drops frames at the beginning or starts late. Not every engine's `<video>` starts with the frame
   * that such a list specifies (docs/browsers.md).
   */
  readonly mayBeginElsewhere: boolean;
  /** The first shown frame's time in the media minus its time on screen, in seconds. */
  readonly mediaOffset: number;
}

/** The facts read from a file. `clip` is null if the container is unknown or broken. */
export interface ClipReading extends ClipEditing {
  readonly clip: Clip | null;
  /** Whether the file is a known container with a picture track in it, even if its frames could not be read. */
  readonly hasPicture: boolean;
}

const UNEDITED: ClipEditing = { mayBeginElsewhere: false, mediaOffset: 0 };
const NOTHING_READ: ClipReading = { clip: null, hasPicture: false, ...UNEDITED };

/** Frames closer than this count as one, in seconds: the later one is dropped. */
const SAME_TIME = 1e-5;

/** Reads a file, or a video at an address of this site. Never throws: an unreadable video has a null clip. */
export async function readClip(source: Blob | string): Promise<ClipReading> {
  const reading = readTrackOf(source, async (track) => ({ ...(await readTrack(track, source)), hasPicture: true }));
  return (await reading.catch(() => null)) ?? NOTHING_READ;
}

/** What `read` finds in a video's picture track; null without one. The track is closed afterwards. */
export async function readTrackOf<Found>(
  source: Blob | string,
  read: (track: InputVideoTrack) => Promise<Found>,
): Promise<Found | null> {
  const input = openVideo(source);
  try {
    const track = await input.getPrimaryVideoTrack();
    return track && (await read(track));
  } finally {
    input.dispose();
  }
}

/** Opens a file, or a video at an address, for reading. The caller disposes of it. */
export function openVideo(source: Blob | string): Input {
  // mediabunny's warnings about odd files ("Unsupported video codec") do not belong in a visitor's console.
  Logging.level = 0;
  mendDecoders();
  return new Input({
    source: typeof source === 'string' ? new UrlSource(new URL(source, location.href)) : new BlobSource(source),
    formats: [MP4, QTFF, MATROSKA, WEBM],
  });
}

/**
 * A copy of a file without edit lists, so that no time in it is negative: WebKitGTK's decoder loses frames before 0.
 * Returns the same blob if the file has none.
 */
export async function withoutEditLists(file: Blob): Promise<Blob> {
  const positions = await editListPositions(byteReader(file));
  const parts = positions.map((at, index) =>
    file.slice((positions[index - 1] ?? -SKIPPED_BOX.length) + SKIPPED_BOX.length, at),
  );
  const last = positions.at(-1);
  if (last === undefined) return file;
  return new Blob([...parts.flatMap((part) => [part, SKIPPED_BOX]), file.slice(last + SKIPPED_BOX.length)]);
}

/** The shown frames of a track in order, each with its time and its packet's time. */
export async function readShownFrames(track: InputVideoTrack, source: Blob | string): Promise<readonly ShownFrame[]> {
  const [packetTimes, edits] = await Promise.all([readPacketTimes(track), readEditList(byteReader(source), track.id)]);
  const shown = applyEdits(packetTimes, edits);
  return shown.filter(({ time }, index) => index === 0 || time - (shown[index - 1]?.time ?? 0) > SAME_TIME);
}

async function readTrack(
  track: InputVideoTrack,
  source: Blob | string,
): Promise<ClipEditing & Pick<ClipReading, 'clip'>> {
  try {
    const [widthPx, heightPx, frames, firstTime, edits] = await Promise.all([
      track.getDisplayWidth(),
      track.getDisplayHeight(),
      readShownFrames(track, source),
      track.getFirstTimestamp(),
      readEditList(byteReader(source), track.id),
    ]);
    const clip = makeClip({ widthPx, heightPx, frameTimes: Object.freeze(frames.map(({ time }) => time)) });
    const { time = 0, packetTime = 0 } = frames[0] ?? {};
    const mayBeginElsewhere = packetTime - firstTime > SAME_TIME || time > SAME_TIME;
    return { clip, mayBeginElsewhere, mediaOffset: packetTime + mediaStart(edits) - time };
  } catch {
    return { clip: null, ...UNEDITED };
  }
}

/** Sorts the packets, which come in decoding order. With B-frames the display order differs. */
async function readPacketTimes(track: InputVideoTrack): Promise<readonly number[]> {
  const times: number[] = [];
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
  for await (const packet of packets) times.push(packet.timestamp);
  return times.sort((a, b) => a - b);
}

/** Reads bytes of a file, or of a video at an address of this site. */
export function byteReader(source: Blob | string): ReadBytes {
  if (typeof source !== 'string') {
    return async (from, to) => new DataView(await source.slice(from, to).arrayBuffer());
  }
  return async (from, to) => {
    const response = await fetch(source, { headers: { Range: `bytes=${from}-${to - 1}` }, credentials: 'include' });
    const bytes = await response.arrayBuffer();
    // A server without range reads sends the whole file.
    return response.status === 206 ? new DataView(bytes) : new DataView(bytes.slice(from, to));
  };
}
