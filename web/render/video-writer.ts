// Writes an MP4 of encoded frames with its header first. Settings and pitfalls: docs/decisions/080-made-on-the-device.md.
import {
  EncodedPacket,
  EncodedVideoPacketSource,
  type MetadataTags,
  Mp4OutputFormat,
  Output,
  StreamTarget,
} from 'mediabunny';
import { mergedVideoFacts } from '#domain/mp4/video-track.ts';
import { type FrameRate, frameDuration, framesPerSecond, greatestDivisor } from '#domain/time.ts';
import { type EncodedSpec, openFrameEncoder } from './frame-encoder.ts';
import type { Planes } from './planes.ts';
import { type NumberedFrame, RenderError } from './render-request.ts';
import { headerOf, withoutFreeSpace } from './video-header.ts';

interface VideoSpec extends EncodedSpec {
  readonly frameCount: number;
}

/** The settings that differ from a merged video's. */
interface VideoExtras {
  readonly bitsPerPixel?: number;
  readonly keyFrameEvery?: number;
  /** Adds a track of sound. */
  readonly addSound?: (output: Output) => Promise<SoundWriter>;
  readonly tags?: MetadataTags;
}

/** Writes the sound as far as a time in the video, in seconds. */
export type SoundWriter = (until: number) => Promise<void>;

/** The library's timescale when it is given no rate. */
const USUAL_TICKS = 57_600;
/** How much is collected before it is handed to the browser, in bytes. */
const PIECE_BYTES = 1024 * 1024;
/** Playback speeds are multiples of a quarter, so the timescale has to be a multiple of 4. */
const SPEED_PARTS = 4;

/** Starts a video with one encoder. Throws a RenderError 'cannot-encode' without a suitable one. */
export async function openVideoWriter(spec: VideoSpec, extras: VideoExtras = {}) {
  const { bitsPerPixel, keyFrameEvery } = extras;
  const file = await openVideoFile(spec, extras);
  const encoder = await openFrameEncoder(spec, { bitsPerPixel, keyFrameEvery }, file.put);
  let sent = 0;
  return {
    /** Encodes the next frame; waits while the encoder's queue is full. Throws a RenderError. */
    async add(picture: Planes): Promise<void> {
      await encoder.add(picture);
      sent += 1;
      await file.reach(sent);
    },
    /** The complete file, after the last frame. Throws a RenderError. */
    async finish(): Promise<Blob> {
      await encoder.finish();
      return file.finish();
    },
    close: encoder.close,
  };
}

export async function openVideoFile(
  spec: VideoSpec,
  { addSound, tags = {} }: Pick<VideoExtras, 'addSound' | 'tags'> = {},
) {
  const { frameRate, frameCount } = spec;
  const { target, blob } = blobTarget();
  // With the space of the header reserved, every frame leaves the memory as soon as it is encoded.
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'reserve', metadataFormat: 'udta' }), target });
  output.setMetadataTags(tags);
  const track = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(track, { ...clockFor(frameRate), maximumPacketCount: frameCount });
  const writeSound = await addSound?.(output);
  await output.start();

  const length = frameDuration(frameRate);
  let written = 0;
  let problem: RenderError | null = null;
  let record: string | null = null;
  let writing: Promise<void> = Promise.resolve();

  function fail(kind: RenderError['problem'], cause: unknown): void {
    problem ??= new RenderError(kind, String(cause));
  }

  function check(): void {
    if (problem) throw problem;
  }

  return {
    /** Writes the next frame. */
    put({ number, type, data, decoderConfig }: NumberedFrame): void {
      if (number !== written) fail('wrong-frames', `Frame ${number} came encoded instead of ${written}`);
      written += 1;
      // A track has one record: all encoders of a video have to agree.
      const own = recordOf(decoderConfig);
      if (record !== null && own !== null && own !== record) fail('failed', 'The encoders differ');
      const meta = record === null && decoderConfig ? { decoderConfig } : undefined;
      record ??= own;
      const packet = new EncodedPacket(data, type, number * length, length);
      writing = writing.then(() => track.add(packet, meta)).catch((error: unknown) => fail('failed', error));
    },
    /** Writes the sound as far as this frame. Throws a RenderError where a frame could not be written. */
    async reach(frame: number): Promise<void> {
      check();
      await writeSound?.(frame * length);
    },
    /** The complete file, after the last frame. Throws a RenderError. */
    async finish(): Promise<Blob> {
      await writing;
      check();
      if (written !== frameCount) throw new RenderError('wrong-frames', `${written} frames instead of ${frameCount}`);
      await writeSound?.(Number.POSITIVE_INFINITY);
      await output.finalize();
      const file = await withoutFreeSpace(blob());
      // The check reads files with one track.
      if (!writeSound) await checkFile(file, spec);
      return file;
    },
  };
}

function recordOf(config: VideoDecoderConfig | null): string | null {
  return config?.description instanceof Uint8Array ? config.description.join() : null;
}

/**
 * The timescale of a video's track: a frame is a whole number of ticks, and a quarter of a second too. The library
 * derives the timescale from the rate that it is given, so this is a multiple of the video's own rate where necessary.
 */
export function clockFor(frameRate: FrameRate): { readonly frameRate?: number } {
  const { numerator, denominator } = frameRate;
  if ((USUAL_TICKS * denominator) % numerator === 0) return {};
  let times = 1;
  const ticks = () => (times * numerator) / greatestDivisor(denominator, times * numerator);
  while (ticks() % SPEED_PARTS !== 0) times *= 2;
  return { frameRate: times * framesPerSecond(frameRate) };
}

/** A target, and the Blob of all that was written to it: the browser may keep it outside the page's memory. */
function blobTarget(): { readonly target: StreamTarget; readonly blob: () => Blob } {
  let file = new Blob();
  const writable = new WritableStream<{ data: Uint8Array<ArrayBuffer>; position: number }>({
    write({ data, position }) {
      const gap = new Uint8Array(Math.max(0, position - file.size));
      file = new Blob([file.slice(0, position), gap, data, file.slice(position + data.length)], { type: 'video/mp4' });
    },
  });
  return { target: new StreamTarget(writable, { chunked: true, chunkSize: PIECE_BYTES }), blob: () => file };
}

/** Reads the file back, as the server does with its own: frames, rate and size must be those of the plan. */
export async function checkFile(file: Blob, { canvas, frameRate, frameCount }: VideoSpec): Promise<void> {
  const header = await headerOf(file).catch(() => null);
  const facts = header && mergedVideoFacts(header.moov);
  const isRight =
    facts?.frameCount === frameCount &&
    facts.widthPx === canvas.widthPx &&
    facts.heightPx === canvas.heightPx &&
    Math.abs(framesPerSecond(facts.frameRate) / framesPerSecond(frameRate) - 1) < 1e-6;
  if (!isRight) throw new RenderError('wrong-frames', `The file says ${JSON.stringify(facts)}`);
}
