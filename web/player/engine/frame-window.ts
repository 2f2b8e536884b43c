// Keeps the decoded pictures around the current frame, so that a step shows its picture immediately. The browser's own
// seek would decode from the last key frame. Loads mediabunny.
import { EncodedPacketSink, type InputVideoTrack, type VideoSample, VideoSampleSink } from 'mediabunny';
import { TIME_TOLERANCE } from '#domain/time.ts';
import { frameIndexAt, frameTimeAt } from '#domain/video/frame-times.ts';
import { isFalse } from '#web/lib/false-answers.ts';
import { openSteppable, SOFTWARE, type SteppableTrack } from './decodable-track.ts';

export type FrameWindow = ReturnType<typeof createFrameWindow>;

interface FrameWindowEvents {
  /** A picture has been decoded, or is known to be absent. */
  readonly onChange: () => void;
  /** A frame has come from the decoder, whether it is kept or not. */
  readonly onDecoded: () => void;
  /** The decoder has failed, and the window has closed itself. */
  readonly onEnd: () => void;
}

/** Size of a decoded 1080p picture: 12 bits per pixel. */
const FULL_HD_BYTES = 1920 * 1080 * 1.5;
/**
 * Maximum number of 1080p pictures kept; the reader holds up to 8 more. If key frames are many seconds apart, decoding
 * the pictures before the kept ones takes seconds, and stepping back uses up two dozen pictures meanwhile.
 */
const PICTURES = { ample: 96, little: 24 } as const;
/** Memory from which `ample` applies, in gigabytes as the browser reports it. */
const AMPLE_GIGABYTES = 8;
const MAX_PICTURES = 96;
const MIN_PICTURES = 4;
/** Pictures kept ahead of the current one, by step direction (fewer in small windows). The rest lies behind it. */
const AHEAD = { onward: 10, back: 5 } as const;
/**
 * Low-water mark for stepping back: decode earlier frames when the buffer behind the current frame is at most this
 * full. Early, because the cost of a pass is unknown in advance.
 */
const REFILL_BELOW = 0.75;
/** Decoding this many frames ahead is faster than any seek. */
const SOON_FRAMES = 30;
/**
 * Distance behind the current frame in which a missing frame starts a new pass, and by which a pass starts before the
 * frame it is for: a key frame may be seconds away.
 */
const NEAR_FRAMES = 4;

/** Opens a window over the video at an address; null if it cannot be decoded here ({@link openSteppable}). */
export async function openFrameWindow(src: string, frameCount: number, events: FrameWindowEvents) {
  const opened = await openSteppable(src, frameCount);
  if (!opened) return null;
  if (isFalse(`pictures ${opened.codec}`)) {
    opened.close();
    return null;
  }
  if (!(await decodesInSoftware(opened.track))) {
    return createFrameWindow(opened, MIN_PICTURES, new VideoSampleSink(opened.track), events);
  }
  const pictures = Math.floor((maxPictures() * FULL_HD_BYTES) / opened.pictureBytes);
  const sink = new VideoSampleSink(opened.track, SOFTWARE);
  return createFrameWindow(opened, Math.min(Math.max(pictures, MIN_PICTURES), MAX_PICTURES), sink, events);
}

/** False for what some browsers decode in hardware only: HEVC, and 10 bits. */
async function decodesInSoftware(track: InputVideoTrack): Promise<boolean> {
  const config = await track.getDecoderConfig();
  return config !== null && (await VideoDecoder.isConfigSupported({ ...config, ...SOFTWARE })).supported === true;
}

/** Maximum number of 1080p pictures that this device keeps. */
function maxPictures(): number {
  const { deviceMemory = 0 } = navigator as Navigator & { readonly deviceMemory?: number };
  return deviceMemory >= AMPLE_GIGABYTES ? PICTURES.ample : PICTURES.little;
}

/** One pass of the decoder, starting at a frame. */
interface Pass {
  readonly samples: AsyncGenerator<VideoSample, void, unknown>;
  next: number;
  /** The frame that the pass was started for, or the last frame of the gap that it fills. It is not aborted before. */
  readonly until: number;
}

/** A window of up to `size` pictures of a decoder. */
function createFrameWindow(
  { track, packetTimes, ...opened }: SteppableTrack,
  size: number,
  sink: VideoSampleSink,
  events: FrameWindowEvents,
) {
  const packets = new EncodedPacketSink(track);
  const last = packetTimes.length - 1;
  const pictures = new Map<number, VideoSample>();
  /** Frames that the decoder skipped. */
  const absent = new Set<number>();
  let pass: Pass | null = null;
  let at = 0;
  let isHeadingBack = false;
  let isFilling = false;
  let isClosed = false;

  /** The frames to keep. Most lie behind the current one: they are decoded anyway, and decoding forwards is fast. */
  function range(): { readonly from: number; readonly to: number } {
    const third = Math.floor((size - 1) / 3);
    const ahead = Math.min(isHeadingBack ? AHEAD.back : AHEAD.onward, isHeadingBack ? third : size - 1 - third);
    return { from: Math.max(0, at - (size - 1 - ahead)), to: Math.min(last, at + ahead) };
  }

  const isMissing = (frame: number) => !pictures.has(frame) && !absent.has(frame);

  /** The next frame to decode: the first missing one ahead, one close behind, or the first of a gap behind. */
  function mostWanted(): number | null {
    const { from, to } = range();
    for (let frame = at; frame <= to; frame++) if (isMissing(frame)) return frame;
    for (let frame = at - 1; frame >= Math.max(from, at - NEAR_FRAMES); frame--) if (isMissing(frame)) return frame;
    return isHeadingBack ? gapBehind(from) : null;
  }

  /** The first frame of the gap behind once the buffer runs low, or null. A pass already filling the gap continues. */
  function gapBehind(from: number): number | null {
    let end = at - 1;
    while (end >= from && !isMissing(end)) end--;
    if (end < from) return null;
    if (pass && pass.next <= end && pass.until >= end) return pass.next;
    if (at - 1 - end > (at - from) * REFILL_BELOW) return null;
    return from;
  }

  function reaches(frame: number): boolean {
    return pass !== null && frame >= pass.next && frame <= Math.max(pass.next + SOON_FRAMES, pass.until);
  }

  async function fill(): Promise<void> {
    if (isFilling) return;
    isFilling = true;
    try {
      for (let wanted = mostWanted(); wanted !== null && !isClosed; wanted = mostWanted()) {
        if (!reaches(wanted)) await beginPass(wanted);
        if (pass) await readOne(pass);
      }
    } catch {
      if (!isClosed) {
        close();
        events.onEnd();
      }
    }
    isFilling = false;
  }

  /** Starts a pass that yields the wanted frame and the frames before it that must be decoded anyway. */
  async function beginPass(wanted: number): Promise<void> {
    endPass();
    const { from } = range();
    const near = Math.max(from, wanted - NEAR_FRAMES);
    const key = await packets.getKeyPacket(frameTimeAt(packetTimes, near), { metadataOnly: true }).catch(() => null);
    const decoded = key ? frameIndexAt(packetTimes, key.timestamp) : near;
    // The visitor may have moved on meanwhile; then the next iteration of `fill` starts another pass.
    const next = Math.max(range().from, Math.min(near, decoded));
    const until = Math.max(wanted, at - 1);
    if (!isClosed) pass = { samples: sink.samples(frameTimeAt(packetTimes, next)), next, until };
  }

  function endPass(): void {
    void pass?.samples.return();
    pass = null;
  }

  async function readOne(current: Pass): Promise<void> {
    const { value: sample } = await current.samples.next();
    events.onDecoded();
    if (pass !== current) return sample?.close();
    const frame = sample ? frameIndexAt(packetTimes, sample.timestamp) : last + 1;
    // A pass may start with an earlier picture, even one that an edit list cuts away.
    if (sample && sample.timestamp < frameTimeAt(packetTimes, frame) - TIME_TOLERANCE) return sample.close();
    for (let skipped = current.next; skipped < frame; skipped++) absent.add(skipped);
    if (current.next < frame) events.onChange();
    current.next = Math.max(current.next, frame + 1);
    const { from, to } = range();
    if (!sample || frame < from || frame > to || pictures.has(frame)) return sample?.close();
    pictures.set(frame, sample);
    events.onChange();
  }

  function forget(isFar: (frame: number) => boolean): void {
    for (const [frame, picture] of pictures) {
      if (!isFar(frame)) continue;
      picture.close();
      pictures.delete(frame);
    }
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    endPass();
    forget(() => true);
    opened.close();
  }

  return {
    codec: opened.codec,
    /** The picture of a frame, or null while it is not decoded. It belongs to the window: draw it at once. */
    picture: (frame: number) => pictures.get(frame) ?? null,
    /** Whether the decoder skipped a frame. */
    isAbsent: (frame: number) => absent.has(frame),
    /** Decodes the frames around a frame and releases distant ones. */
    moveTo(frame: number): void {
      if (isClosed) return;
      if (frame !== at) isHeadingBack = frame < at;
      at = frame;
      const { from, to } = range();
      forget((kept) => kept < from || kept > to);
      const wanted = mostWanted();
      // A pass that is decoding elsewhere would delay this frame.
      if (wanted !== null && !reaches(wanted)) endPass();
      void fill();
    },
    close,
  };
}
