// The decoded pictures around the current frame: a step shows its picture at once, where the browser's own seek would
// decode from the last key frame. Loads mediabunny.
import { EncodedPacketSink, type InputVideoTrack, type VideoSample, VideoSampleSink } from 'mediabunny';
import { TIME_TOLERANCE } from '#domain/time.ts';
import { frameIndexAt, frameTimeAt } from '#domain/video/frame-times.ts';
import { openDecodableTrack } from './decodable-track.ts';

/** A window over the frames of one video. */
export interface FrameWindow {
  /** The picture of a frame, or null while it is not decoded. It belongs to the window: draw it at once. */
  readonly picture: (frame: number) => VideoSample | null;
  /** Whether the decoder gives no picture for a frame. */
  readonly isAbsent: (frame: number) => boolean;
  /** Decodes the frames around a frame and releases distant ones. */
  readonly moveTo: (frame: number) => void;
  readonly close: () => void;
}

/** The video of a window. */
interface WindowedVideo {
  readonly track: InputVideoTrack;
  /** The time of each shown frame's packet. */
  readonly packetTimes: readonly number[];
  /** How many pictures are kept. */
  readonly size: number;
  readonly events: FrameWindowEvents;
  readonly onClose: () => void;
}

/** What a window tells. */
export interface FrameWindowEvents {
  /** A picture has come, or will not come. */
  readonly onChange: () => void;
  /** The decoder has failed: the window has closed itself. */
  readonly onEnd: () => void;
}

/** A picture of 1080p as it is decoded: 12 bits per pixel. */
const FULL_HD_BYTES = 1920 * 1080 * 1.5;
/**
 * How many pictures of 1080p may be kept; the reader holds up to 8 more. Where one key frame has to do for many seconds, the
 * pictures before those at hand take seconds to decode, and a hand that steps back uses up two dozen of them meanwhile.
 */
const PICTURES = { ample: 96, little: 24 } as const;
/** Gigabytes of memory, as far as a browser tells: from this on it is ample. */
const AMPLE_GIGABYTES = 8;
const MAX_PICTURES = 96;
const MIN_PICTURES = 4;
/** Pictures are kept so far ahead of the current one, if there is room for thrice as many; the rest lies behind. */
const AHEAD = { onward: 10, back: 5 } as const;
/**
 * While stepping back the pictures before those at hand are decoded once less of the room behind is filled than this: early, since
 * what a pass takes is not known before.
 */
const REFILL_BELOW = 0.75;
/** Decoding this many frames ahead is faster than any seek. */
const SOON_FRAMES = 30;
/** So close to the last picture behind, decoding begins anew further back: a key frame may be seconds away. */
const NEAR_FRAMES = 4;

/** Opens a window over the video at an address; null where it cannot be decoded here ({@link openDecodableTrack}). */
export async function openFrameWindow(
  src: string,
  frameCount: number,
  events: FrameWindowEvents,
): Promise<FrameWindow | null> {
  const opened = await openDecodableTrack(src, frameCount);
  if (!opened) return null;
  const { track, packetTimes, pictureBytes, close } = opened;
  const pictures = Math.floor((maxPictures() * FULL_HD_BYTES) / pictureBytes);
  const size = Math.min(Math.max(pictures, MIN_PICTURES), MAX_PICTURES);
  return createFrameWindow({ track, packetTimes, size, events, onClose: close });
}

/** How many pictures of 1080p this device keeps. */
function maxPictures(): number {
  const { deviceMemory = 0 } = navigator as Navigator & { readonly deviceMemory?: number };
  return deviceMemory >= AMPLE_GIGABYTES ? PICTURES.ample : PICTURES.little;
}

/** One pass of the decoder from a frame on. */
interface Pass {
  readonly samples: AsyncGenerator<VideoSample, void, unknown>;
  /** The next frame that it gives. */
  next: number;
  /** The frame for which it was begun, or the last one of the gap behind that it fills: it is not given up on the way. */
  readonly until: number;
}

function createFrameWindow({ track, packetTimes, size, events, onClose }: WindowedVideo): FrameWindow {
  // Hardware decoders have few output buffers and stall while a window holds them.
  const packets = new EncodedPacketSink(track);
  const sink = new VideoSampleSink(track, { hardwareAcceleration: 'prefer-software' });
  const last = packetTimes.length - 1;
  const pictures = new Map<number, VideoSample>();
  /** Frames that the decoder does not give. */
  const absent = new Set<number>();
  let pass: Pass | null = null;
  let at = 0;
  let isHeadingBack = false;
  let isFilling = false;
  let isClosed = false;

  /** What is kept. Most of it lies behind: it has been decoded anyway, and forwards decoding is quick. */
  function range(): { readonly from: number; readonly to: number } {
    const third = Math.floor((size - 1) / 3);
    const ahead = Math.min(isHeadingBack ? AHEAD.back : AHEAD.onward, isHeadingBack ? third : size - 1 - third);
    return { from: Math.max(0, at - (size - 1 - ahead)), to: Math.min(last, at + ahead) };
  }

  const isMissing = (frame: number) => !pictures.has(frame) && !absent.has(frame);

  /** The missing frame that matters most: the first one from here on, one close behind, or the first of a gap behind. */
  function mostWanted(): number | null {
    const { from, to } = range();
    for (let frame = at; frame <= to; frame++) if (isMissing(frame)) return frame;
    for (let frame = at - 1; frame >= Math.max(from, at - NEAR_FRAMES); frame--) if (isMissing(frame)) return frame;
    return isHeadingBack ? gapBehind(from) : null;
  }

  /** Where the pictures behind run out soon, the first frame of the gap before them; what is being decoded goes on. */
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

  /** Begins a pass that gives a frame, and those before it that have to be decoded for it anyway. */
  async function beginPass(wanted: number): Promise<void> {
    endPass();
    const { from } = range();
    const near = Math.max(from, wanted - NEAR_FRAMES);
    const key = await packets.getKeyPacket(frameTimeAt(packetTimes, near), { metadataOnly: true }).catch(() => null);
    const decoded = key ? frameIndexAt(packetTimes, key.timestamp) : near;
    // Meanwhile the visitor may have gone elsewhere: the next look begins another pass.
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
    if (pass !== current) return sample?.close();
    const frame = sample ? frameIndexAt(packetTimes, sample.timestamp) : last + 1;
    // A pass may begin with a picture of before it, even one that an edit list cuts away.
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
    onClose();
  }

  return {
    picture: (frame) => pictures.get(frame) ?? null,
    isAbsent: (frame) => absent.has(frame),
    moveTo(frame) {
      if (isClosed) return;
      if (frame !== at) isHeadingBack = frame < at;
      at = frame;
      const { from, to } = range();
      forget((kept) => kept < from || kept > to);
      const wanted = mostWanted();
      // A pass that is still on its way to another place would keep this one waiting.
      if (wanted !== null && !reaches(wanted)) endPass();
      void fill();
    },
    close,
  };
}
