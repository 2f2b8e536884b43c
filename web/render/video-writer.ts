// Encodes merged frames to H.264 and writes an MP4 with its header first. Settings and pitfalls:
// docs/decisions/080-made-on-the-device.md.
import { EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, StreamTarget } from 'mediabunny';
import type { Size } from '#domain/geometry.ts';
import { mergedVideoFacts } from '#domain/mp4/video-track.ts';
import { type FrameRate, frameDuration, framesPerSecond, greatestDivisor } from '#domain/time.ts';
import { mendedAvcC } from './avcc.ts';
import type { Planes } from './planes.ts';
import { RenderError } from './render-request.ts';
import { headerOf, withoutFreeSpace } from './video-header.ts';

/** The properties of the video. */
export interface VideoSpec {
  readonly canvas: Size;
  readonly frameRate: FrameRate;
  readonly frameCount: number;
}

/** The settings that differ from a merged video's. */
export interface VideoExtras {
  readonly bitsPerPixel?: number;
  readonly keyFrameEvery?: number;
  /** Adds a track of sound. */
  readonly addSound?: (output: Output) => Promise<SoundWriter>;
}

/** Writes the sound as far as a time in the video, in seconds. */
export type SoundWriter = (until: number) => Promise<void>;

/** Writes one video. */
export interface VideoWriter {
  /**
   * Encodes the next frame; waits while the encoder's queue is full. Key frames come at equal distances, unless told
   * otherwise. Throws a RenderError.
   */
  readonly add: (picture: Planes, isKeyFrame?: boolean) => Promise<void>;
  /** The complete file, after the last frame. Throws a RenderError. */
  readonly finish: () => Promise<Blob>;
  readonly close: () => void;
}

/** Baseline, level 4.2: up to 1920×1080 at 60 frames per second, without frame reordering. */
const CODEC = 'avc1.42002a';
/** Maximum distance of key frames, as in the server's videos: makes stepping back and scrubbing cheap. */
export const KEY_FRAME_EVERY = 15;
const BITS_PER_PIXEL = 0.31;
/** Maximum number of frames in the encoder's queue. */
const MAX_QUEUED = 4;
/** A failed encoder fires no event: its state is polled at this interval. */
const LOOK_AGAIN_MS = 1000;
/** The library's timescale when it is given no rate. */
const USUAL_TICKS = 57_600;
/** How much is collected before it is handed to the browser, in bytes. */
const PIECE_BYTES = 1024 * 1024;
/** Playback speeds are multiples of a quarter, so the timescale has to be a multiple of 4. */
const SPEED_PARTS = 4;

const COLORS: VideoColorSpaceInit = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false };

/** The encoder's configuration for a video. */
export function encoderConfig(
  { canvas, frameRate }: Pick<VideoSpec, 'canvas' | 'frameRate'>,
  bitsPerPixel = BITS_PER_PIXEL,
): VideoEncoderConfig {
  const { widthPx, heightPx } = canvas;
  const framerate = framesPerSecond(frameRate);
  return {
    codec: CODEC,
    width: widthPx,
    height: heightPx,
    framerate,
    bitrate: Math.round(bitsPerPixel * widthPx * heightPx * framerate),
    bitrateMode: 'variable',
    latencyMode: 'quality',
    hardwareAcceleration: 'no-preference',
    avc: { format: 'avc' },
  };
}

/** Starts a video. Throws a RenderError 'cannot-encode' without a suitable encoder. */
export async function openVideoWriter(spec: VideoSpec, extras: VideoExtras = {}): Promise<VideoWriter> {
  const { canvas, frameRate, frameCount } = spec;
  const { keyFrameEvery = KEY_FRAME_EVERY } = extras;
  const config = encoderConfig(spec, extras.bitsPerPixel);
  const { supported } = await VideoEncoder.isConfigSupported(config);
  if (!supported) throw new RenderError('cannot-encode', `${CODEC} of ${canvas.widthPx}x${canvas.heightPx}`);

  const { target, blob } = blobTarget();
  // With the space of the header reserved, every frame leaves the memory as soon as it is encoded.
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'reserve' }), target });
  const track = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(track, { ...clockFor(frameRate), maximumPacketCount: frameCount });
  const writeSound = await extras.addSound?.(output);
  await output.start();

  const length = frameDuration(frameRate);
  let sent = 0;
  let written = 0;
  let problem: RenderError | null = null;
  let writing: Promise<void> = Promise.resolve();

  function fail(kind: RenderError['problem'], cause: unknown): void {
    problem ??= new RenderError(kind, String(cause));
  }

  function take(chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined): void {
    // Chunk times are rounded to microseconds; restore the frame's exact time by its number.
    const frame = Math.round(chunk.timestamp / 1e6 / length);
    if (frame !== written) fail('wrong-frames', `Frame ${frame} came encoded instead of ${written}`);
    written += 1;
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    const packet = new EncodedPacket(data, chunk.type, frame * length, length);
    writing = writing.then(() => track.add(packet, withMendedRecord(meta))).catch((error) => fail('failed', error));
  }

  const encoder = new VideoEncoder({ output: take, error: (error) => fail('failed', error) });
  encoder.configure(config);

  function check(): void {
    if (problem) throw problem;
    if (encoder.state === 'closed') throw new RenderError('failed', 'The encoder has ended');
  }

  return {
    async add({ bytes, widthPx, heightPx }, isKeyFrame = sent % keyFrameEvery === 0) {
      while (encoder.encodeQueueSize >= MAX_QUEUED) {
        check();
        await dequeued(encoder);
      }
      check();
      const frame = new VideoFrame(bytes, {
        ...{ format: 'I420', codedWidth: widthPx, codedHeight: heightPx, colorSpace: COLORS },
        ...{ timestamp: Math.round(sent * length * 1e6), duration: Math.round(length * 1e6) },
      });
      try {
        encoder.encode(frame, { keyFrame: isKeyFrame });
      } catch (error) {
        throw new RenderError('failed', String(error));
      } finally {
        frame.close();
      }
      sent += 1;
      await writeSound?.(sent * length);
    },
    async finish() {
      check();
      await encoder.flush().catch((error: unknown) => fail('failed', error));
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
    close() {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
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

/** Resolves when the encoder takes a frame from its queue, or after the polling interval. */
function dequeued(encoder: VideoEncoder): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      encoder.removeEventListener('dequeue', done);
      resolve();
    };
    const timer = setTimeout(done, LOOK_AGAIN_MS);
    encoder.addEventListener('dequeue', done);
  });
}

function withMendedRecord(meta: EncodedVideoChunkMetadata | undefined): EncodedVideoChunkMetadata | undefined {
  const config = meta?.decoderConfig;
  const record = config?.description;
  if (!config || !record) return meta;
  const bytes = ArrayBuffer.isView(record)
    ? new Uint8Array(record.buffer, record.byteOffset, record.byteLength)
    : new Uint8Array(record);
  return { ...meta, decoderConfig: { ...config, description: mendedAvcC(bytes) } };
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
