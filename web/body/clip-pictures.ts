// The pictures of a clip in which bodies are tracked: decoded in this worker, or received from the worker of a search,
// which decodes the clip for its own work too. Decoding then goes on while the model runs.
import { EncodedPacketSink } from 'mediabunny';
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { type DecodableTrack, openDecodable, sinkOf } from '#web/player/engine/decodable-track.ts';
import type { CannotSee } from './body-request.ts';
import type { PictureSize } from './people.ts';
import { type Picture, pictureOf, type UprightFrame, uprightReader } from './picture.ts';

/** What is known of a clip before its frames are decoded. */
export interface ClipFacts extends PictureSize {
  readonly frameTimes: FrameTimes;
  /** The frames that decode without others, ascending. */
  readonly keyFrames: readonly number[];
}

export interface ClipPictures extends ClipFacts {
  /**
   * The pictures of ascending frames, in order; null where a frame cannot be decoded. `soFar`: the track by which these
   * frames were chosen, when they are around the positions of swings. Throws when the file is broken.
   */
  readonly read: (frames: readonly number[], soFar: BodyTrack | null) => AsyncIterable<Picture | null>;
  readonly close: () => void;
}

/** The messages to the worker that decodes: the frames of a pass, then one `taken` for each picture; `stop` at the end. */
export type ToDecodingWorker =
  | { readonly frames: readonly number[]; readonly soFar: BodyTrack | null }
  | 'taken'
  | 'stop';

/** Its messages: once what is known of the clip, then each picture in order, or that decoding failed. */
export type FromDecodingWorker =
  | { readonly facts: ClipFacts | CannotSee }
  | { readonly upright: UprightFrame | null }
  | 'failed';

/** The pictures that another worker decodes. Rejects with the signal's reason when stopped, also while it reads. */
export async function picturesFrom(port: MessagePort, signal: AbortSignal): Promise<ClipPictures | CannotSee> {
  // Nothing more would arrive, and the next request waits for this one.
  signal.throwIfAborted();
  const messages = new ReadableStream<FromDecodingWorker>({
    start: (controller) => {
      port.onmessage = ({ data }) => controller.enqueue(data);
      const stop = () => {
        // A picture may be on its way, and a stream that has ended takes none.
        port.onmessage = null;
        controller.error(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
    },
  }).getReader();
  const post = (message: ToDecodingWorker) => port.postMessage(message);
  const { value: first } = await messages.read();
  if (typeof first !== 'object' || !('facts' in first)) return 'cannot-read';
  const { facts } = first;
  if (typeof facts === 'string') return facts;
  return {
    ...facts,
    read: async function* (frames, soFar) {
      post({ frames, soFar });
      for (const _ of frames) {
        const { value } = await messages.read();
        if (typeof value !== 'object' || !('upright' in value)) throw new Error('The clip could not be decoded');
        post('taken');
        yield value.upright && pictureOf(value.upright);
      }
    },
    close: () => {
      post('stop');
      port.close();
    },
  };
}

/** Opens a clip to decode its frames here. Each picture replaces the one before. */
export async function openPictures(source: Blob | string): Promise<ClipPictures | CannotSee> {
  try {
    const clip = await openDecodable(source);
    if (!clip) return 'no-decoder';
    return { ...(await factsOf(clip)), read: (frames) => decoded(clip, frames), close: clip.close };
  } catch {
    return 'cannot-read';
  }
}

export async function factsOf({ track, shown }: DecodableTrack): Promise<ClipFacts> {
  const [widthPx, heightPx] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()]);
  const keyTimes = await keyTimesOf(track);
  const keyFrames = shown.flatMap(({ packetTime }, frame) => (keyTimes.has(packetTime) ? frame : []));
  return { widthPx, heightPx, frameTimes: shown.map(({ time }) => time), keyFrames };
}

async function keyTimesOf(track: DecodableTrack['track']): Promise<ReadonlySet<number>> {
  const times = new Set<number>();
  const packets = new EncodedPacketSink(track);
  let packet = await packets.getFirstKeyPacket({ metadataOnly: true });
  while (packet) {
    times.add(packet.timestamp);
    packet = await packets.getNextKeyPacket(packet, { metadataOnly: true });
  }
  return times;
}

/** Tolerance in seconds: the sink compares times exactly, and these carry the rounding error of an addition. */
const LATE = 1e-5;

/** Decodes ascending frames, each group of pictures only up to its last wanted frame. Close each sample. */
export function samplesOf(clip: DecodableTrack, frames: readonly number[]) {
  const packetTimes = frames.map((frame) => (clip.shown[frame]?.packetTime ?? 0) + LATE);
  return sinkOf(clip).samplesAtTimestamps(packetTimes);
}

async function* decoded(clip: DecodableTrack, frames: readonly number[]) {
  const read = uprightReader();
  for await (const sample of samplesOf(clip, frames)) {
    try {
      const picture = sample && pictureOf(await read(sample));
      // Release the frame before the model runs: decoders have few frame buffers.
      sample?.close();
      yield picture;
    } finally {
      sample?.close();
    }
  }
}
