// Encodes the camera's frames as they arrive and keeps the last few seconds. The delayed mirror decodes them again and
// draws each when its time has come.
import { expiredFrames, RING_LIMITS, type RingFrame, ringCut } from '#domain/range/frame-ring.ts';
import { encodedBlackFrame, workingWay } from '#web/render/frame-encoder.ts';

/** One encoded frame with its bytes. */
export interface BufferedFrame extends RingFrame {
  readonly data: Uint8Array;
}

/** The format of a run of frames. */
export interface EncodedFormat {
  readonly codec: 'avc' | 'vp9';
  readonly config: VideoDecoderConfig;
  /** How far a player has to turn the picture clockwise. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** The usual time between frames, in seconds. */
  readonly interval: number;
}

/** Levels that go up to 1080p60. */
const CODECS = { avc: 'avc1.42002a', vp9: 'vp09.00.41.08' } as const;
/** A key frame this often, in seconds: a cut begins at most this much early, and the mirror starts this soon. */
const KEY_FRAME_EVERY = 0.5;
const BITS_PER_PIXEL = 0.14;
/** An encoder with more waiting frames than this is behind. */
const MAX_QUEUED = 12;
/** An encoder that gives no key frame for so many seconds ignores the requests: it is started again, which begins with one. */
const KEY_FRAME_OVERDUE = 4;
/** An encoder that is behind and has given nothing for so many seconds has stalled. */
const STALLED = 2;
/** An encoder that fails twice within this many seconds is not opened again. */
const FAILS_AGAIN_WITHIN = 10;
const MICROSECONDS = 1e6;

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly rotation: EncodedFormat['rotation'];
}

export type EncodedRing = NonNullable<Awaited<ReturnType<typeof createEncodedRing>>>;

/** Creates a ring for frames of up to `rate` per second; null where this browser has no encoder. */
export async function createEncodedRing(size: Shape, rate: number) {
  const choice = await workingCodec(size, rate);
  if (!choice) return null;
  const { codec, config: asked } = choice;
  const frames: BufferedFrame[] = [];
  let shape = size;
  let config: VideoDecoderConfig | null = null;
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  let givenKeyAt = Number.POSITIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let newestAt = 0;
  /** The newest frame when the encoder was opened or gave one; null before the first. */
  let answeredAt: number | null = null;
  /** Resolves when the encoder before has given all its frames. */
  let before: Promise<unknown> = Promise.resolve();
  let encoder = openEncoder();
  encoder.configure(asked);

  function openEncoder(): VideoEncoder {
    const turn = before;
    return new VideoEncoder({
      output: (chunk, meta) => void turn.then(() => take(chunk, meta)),
      // The encoder's state shows the failure: it is closed.
      error: () => undefined,
    });
  }

  function take(chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined): void {
    if (meta?.decoderConfig) config = meta.decoderConfig;
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    const time = chunk.timestamp / MICROSECONDS;
    const isKey = chunk.type === 'key';
    answeredAt = newestAt;
    if (isKey) givenKeyAt = time;
    frames.push({ data, time, isKey, bytes: data.byteLength });
    frames.splice(0, expiredFrames(frames, RING_LIMITS));
  }

  /** Goes on with a new encoder, whose first frame is a key frame. */
  function renew(time: number): void {
    const old = encoder;
    before = old.flush().then(
      () => old.close(),
      () => undefined,
    );
    encoder = openEncoder();
    encoder.configure({ ...asked, ...sizedFor(shape, rate) });
    givenKeyAt = time;
  }

  /** Phones take the encoder away, for example from a hidden page. Throws at the second failure in a row. */
  function reopen(time: number): void {
    if (time - failedAt < FAILS_AGAIN_WITHIN) throw new Error('The encoder failed twice');
    failedAt = time;
    before = Promise.resolve();
    encoder = openEncoder();
    beginAgain(shape);
  }

  /** Begins with an empty ring, as after a phone was turned, which then delivers frames of another shape. */
  function beginAgain(next: Shape): void {
    shape = next;
    encoder.configure({ ...asked, ...sizedFor(shape, rate) });
    answeredAt = null;
    frames.length = 0;
    config = null;
    lastKeyAt = Number.NEGATIVE_INFINITY;
  }

  /** The format of the frames in the ring; null before the first one. */
  const formatNow = (): EncodedFormat | null =>
    config && { codec, config, rotation: shape.rotation, interval: 1 / rate };

  return {
    /**
     * Encodes a frame and closes it. False when the encoder is behind, so that the frame was dropped. Throws when the
     * encoder keeps failing.
     */
    add(frame: VideoFrame): boolean {
      try {
        const time = frame.timestamp / MICROSECONDS;
        newestAt = time;
        if (encoder.state === 'closed') reopen(time);
        if (encoder.encodeQueueSize > MAX_QUEUED) {
          if (time - (answeredAt ?? time) > STALLED) encoder.close();
          return false;
        }
        answeredAt ??= time;
        const next = shapeOf(frame);
        if (next.width !== shape.width || next.height !== shape.height || next.rotation !== shape.rotation) {
          beginAgain(next);
        }
        if (time - givenKeyAt > KEY_FRAME_OVERDUE) renew(time);
        const keyFrame = time - lastKeyAt >= KEY_FRAME_EVERY;
        if (keyFrame) lastKeyAt = time;
        encoder.encode(frame, { keyFrame });
        return true;
      } finally {
        frame.close();
      }
    },
    /** The frames of a stretch with their format; null when the ring has none. */
    cut(from: number, to: number) {
      const range = ringCut(frames, from, to);
      const format = formatNow();
      return range && format && { frames: frames.slice(range.first, range.end), format };
    },
    frames: (): readonly BufferedFrame[] => frames,
    format: formatNow,
  };
}

/** The size and rotation of a camera's frame. */
export function shapeOf(frame: VideoFrame): Shape {
  const { rotation = 0 } = frame as VideoFrame & { readonly rotation?: number };
  const { width, height } = frame.visibleRect ?? { width: frame.displayWidth, height: frame.displayHeight };
  return { width: width - (width % 2), height: height - (height % 2), rotation: quarterTurn(rotation) };
}

function quarterTurn(degrees: number): EncodedFormat['rotation'] {
  return ([0, 90, 180, 270] as const)[Math.round(degrees / 90) % 4] ?? 0;
}

/** H.264 in the first way that does encode a frame, else VP9; null without an encoder. */
async function workingCodec(size: Shape, rate: number) {
  if (typeof VideoEncoder === 'undefined') return null;
  const usual = { ...sizedFor(size, rate), ...QUICKLY };
  const avc = await workingWay({ codec: CODECS.avc, ...usual, avc: { format: 'avc' } });
  if (avc) return { codec: 'avc', config: avc.config } as const;
  const vp9 = { codec: CODECS.vp9, ...usual };
  return (await encodedBlackFrame(vp9)) && ({ codec: 'vp9', config: vp9 } as const);
}

const QUICKLY = { bitrateMode: 'variable', latencyMode: 'realtime', hardwareAcceleration: 'no-preference' } as const;

function sizedFor({ width, height }: Shape, framerate: number) {
  return { width, height, framerate, bitrate: Math.round(BITS_PER_PIXEL * width * height * framerate) };
}

/** More frames than this waiting in the decoder mean that the device is too slow: the mirror skips to a key frame. */
const MAX_WAITING = 20;

/** Creates a mirror that draws into a canvas. `ring` returns the present ring, or null before the camera runs. */
export function createDelayedMirror(canvas: OffscreenCanvas, firstDelay: number, ring: () => EncodedRing | null) {
  const context = canvas.getContext('2d');
  let delay = firstDelay;
  let decoder: VideoDecoder | null = null;
  let config: VideoDecoderConfig | null = null;
  /** The time of the last decoded frame; null to begin at a key frame. */
  let at: number | null = null;

  function draw(frame: VideoFrame): void {
    const { displayWidth, displayHeight } = frame;
    if (canvas.width !== displayWidth || canvas.height !== displayHeight) {
      canvas.width = displayWidth;
      canvas.height = displayHeight;
    }
    context?.drawImage(frame, 0, 0);
    frame.close();
  }

  function decoderFor(next: VideoDecoderConfig): VideoDecoder {
    if (decoder && decoder.state !== 'closed' && config === next) return decoder;
    if (decoder && decoder.state !== 'closed') decoder.close();
    decoder = new VideoDecoder({ output: draw, error: () => undefined });
    decoder.configure({ ...next, optimizeForLatency: true });
    config = next;
    at = null;
    return decoder;
  }

  function decode(into: VideoDecoder, { time, isKey, data }: BufferedFrame): void {
    into.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: time * MICROSECONDS, data }));
    at = time;
  }

  return {
    /** Called with the time of each new frame of the camera, in seconds. */
    show(now: number): void {
      const present = ring();
      const format = present?.format();
      if (!present || !format || typeof VideoDecoder === 'undefined') return;
      const into = decoderFor(format.config);
      const due = now - delay;
      if (into.decodeQueueSize > MAX_WAITING) return;
      const frames = present.frames();
      // Begin again where the ring has moved on, or after a change of the delay.
      const isLost = at === null || at > due + 0.1 || due - at > 2;
      const first = isLost
        ? frames.findLastIndex(({ time, isKey }) => isKey && time <= due)
        : frames.findIndex(({ time }) => time > (at ?? 0));
      if (first < 0) return;
      for (const frame of frames.slice(first)) {
        if (frame.time > due) break;
        decode(into, frame);
      }
    },
    setDelay(next: number): void {
      delay = next;
      at = null;
    },
    stop(): void {
      if (decoder && decoder.state !== 'closed') decoder.close();
    },
  };
}
