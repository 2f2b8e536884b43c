// Encodes merged frames to H.264, in their order. Settings and pitfalls: docs/decisions/080-made-on-the-device.md.
import type { Size } from '#domain/geometry.ts';
import { type FrameRate, frameDuration, framesPerSecond } from '#domain/time.ts';
import { isFalse, rememberFalse } from '#web/lib/false-answers.ts';
import { inTime, withResolvers } from '#web/lib/with-resolvers.ts';
import { mendedConfig } from '#web/player/engine/avc-record.ts';
import { blackPlanes, type Planes } from './planes.ts';
import { type NumberedFrame, RenderError } from './render-request.ts';

/** What the encoder is told of a video. */
export interface EncodedSpec {
  readonly canvas: Size;
  readonly frameRate: FrameRate;
}

interface FrameEncoderSettings {
  readonly bitsPerPixel?: number | undefined;
  readonly keyFrameEvery?: number | undefined;
  /** The number of its first frame in the video. */
  readonly firstFrame?: number;
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
/** An encoder without its first frame after this long is considered dead. Hardware opens within half a second. */
const FIRST_FRAME_MS = 3000;

const COLORS: VideoColorSpaceInit = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false };

export function encoderConfig({ canvas, frameRate }: EncodedSpec, bitsPerPixel = BITS_PER_PIXEL): VideoEncoderConfig {
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

/**
 * The ways to ask for H.264, the best first: with the hardware's encoder or without it, in a profile that some hardware has
 * alone, in one that keeps the order of frames only where it must be quick, and with as many bits for every frame.
 */
const WAYS: readonly Partial<VideoEncoderConfig>[] = [
  {},
  { hardwareAcceleration: 'prefer-software' },
  { codec: 'avc1.42e02a' },
  { codec: 'avc1.4d002a', latencyMode: 'realtime' },
  { bitrateMode: 'constant' },
];

/** A way to encode that has encoded a frame. */
interface WorkingWay {
  /** Its place among all ways. */
  readonly way: number;
  readonly config: VideoEncoderConfig;
}

/**
 * The first way in which this browser does encode a frame of H.264: answers alone were wrong on some devices, and Safari 26.1
 * throws in place of an answer (docs/browsers.md). Ways that failed before come last. Null where none works.
 */
export async function workingWay(usual: VideoEncoderConfig): Promise<WorkingWay | null> {
  const hasFailed = (way: number) => isFalse(`encoder ${way}`);
  const ways = [...WAYS.keys()].sort((a, b) => Number(hasFailed(a)) - Number(hasFailed(b)));
  for (const way of ways) {
    const config = { ...usual, ...WAYS[way] };
    const answer = await VideoEncoder.isConfigSupported(config).catch(() => null);
    if (answer?.supported === false) continue;
    if (await encodedBlackFrame(config)) return { way, config };
    rememberFalse(`encoder ${way}`);
  }
  return null;
}

/** The bytes of one black frame; null where the encoder fails, says nothing, or does not tell how to decode it. */
export async function encodedBlackFrame(config: VideoEncoderConfig): Promise<Uint8Array | null> {
  const { promise, resolve } = withResolvers<Uint8Array | null>();
  const encoder = new VideoEncoder({
    output: (chunk, meta) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      resolve(config.avc && !meta?.decoderConfig?.description ? null : bytes);
    },
    error: () => resolve(null),
  });
  try {
    encoder.configure(config);
    const frame = frameOf(blackPlanes({ widthPx: config.width, heightPx: config.height }), 0, 1 / 60);
    encoder.encode(frame, { keyFrame: true });
    frame.close();
    void encoder
      .flush()
      .catch(() => undefined)
      .then(() => resolve(null));
    return await inTime(promise, FIRST_FRAME_MS);
  } catch {
    return null;
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
}

function frameOf({ bytes, widthPx, heightPx }: Planes, at: number, length: number): VideoFrame {
  return new VideoFrame(bytes, {
    format: 'I420',
    codedWidth: widthPx,
    codedHeight: heightPx,
    colorSpace: COLORS,
    timestamp: Math.round(at * length * 1e6),
    duration: Math.round(length * 1e6),
  });
}

/** Starts an encoder; calls `onFrame` for each frame, in order. Throws a RenderError 'cannot-encode' without a suitable one. */
export async function openFrameEncoder(
  spec: EncodedSpec,
  { bitsPerPixel, keyFrameEvery = KEY_FRAME_EVERY, firstFrame = 0 }: FrameEncoderSettings,
  onFrame: (frame: NumberedFrame) => void,
) {
  const working = await workingWay(encoderConfig(spec, bitsPerPixel));
  const { widthPx, heightPx } = spec.canvas;
  if (!working) throw new RenderError('cannot-encode', `H.264 of ${widthPx}x${heightPx}`);
  const { way, config } = working;

  const length = frameDuration(spec.frameRate);
  let sent = 0;
  let encoded = 0;
  let problem: RenderError | null = null;

  function fail(kind: RenderError['problem'], cause: unknown): void {
    // A codec that is taken away from a page in the background works again later.
    const isTaken = cause instanceof DOMException && cause.name === 'QuotaExceededError';
    problem ??= new RenderError(kind, String(cause), isTaken ? null : `encoder ${way}`);
  }

  function take(chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined): void {
    // Chunk times are rounded to microseconds; restore the frame's number.
    const frame = Math.round(chunk.timestamp / 1e6 / length);
    if (frame !== encoded) fail('wrong-frames', `Frame ${frame} came encoded instead of ${encoded}`);
    encoded += 1;
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    const decoderConfig = meta?.decoderConfig ? mendedConfig(meta.decoderConfig) : null;
    onFrame({ number: firstFrame + frame, type: chunk.type, data, decoderConfig });
  }

  const encoder = new VideoEncoder({ output: take, error: (error) => fail('failed', error) });
  encoder.configure(config);

  function check(): void {
    if (problem) throw problem;
    if (encoder.state === 'closed') throw new RenderError('failed', 'The encoder has ended', `encoder ${way}`);
  }

  return {
    /**
     * Encodes the next frame; waits while the encoder's queue is full. Key frames come at equal distances, unless told
     * otherwise. Throws a RenderError.
     */
    async add(picture: Planes, isKeyFrame = sent % keyFrameEvery === 0): Promise<void> {
      while (encoder.encodeQueueSize >= MAX_QUEUED) {
        check();
        await dequeued(encoder);
      }
      check();
      const frame = frameOf(picture, sent, length);
      try {
        encoder.encode(frame, { keyFrame: isKeyFrame });
      } catch (error) {
        fail('failed', error);
        check();
      } finally {
        frame.close();
      }
      sent += 1;
    },
    /** Resolves when all frames are encoded. Throws a RenderError. */
    async finish(): Promise<void> {
      check();
      await encoder.flush().catch((error: unknown) => fail('failed', error));
      check();
      if (encoded !== sent) fail('wrong-frames', `${encoded} frames encoded instead of ${sent}`);
      check();
    },
    close(): void {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
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
