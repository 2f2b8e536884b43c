// Whether the browser can show a video, tested by decoding its first frame. Types and codec strings are no answer:
// Chromium opens an iPhone's HEVC, plays its sound and shows no picture.

import { CanvasSink } from 'mediabunny';
import { type FrameTimes, seekTarget } from '#domain/video/frame-times.ts';
import { unloadMedia } from '#web/lib/unload-media.ts';
import { inTime, withResolvers } from '#web/lib/with-resolvers.ts';
import { openUnedited } from '#web/player/engine/decodable-track.ts';
import type { ShownFrame } from '#web/player/engine/edit-list.ts';
import { readTrackOf } from '#web/player/engine/frame-table.ts';

/** `unknown`: no picture within the time limit, which a busy phone may exceed. */
type ShowsPicture = 'yes' | 'no' | 'unknown';

/** The time limit for the first picture of a large file on a slow phone, in milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000;
/** iPhones decode nothing before playback or a seek. */
const WAKE_AFTER_MS = 1_000;
const A_LITTLE_IN = 0.001;

/** Without a picture after this time, the decoder is queried: WebKitGTK without one reports nothing at all. */
const ASK_AFTER_MS = 3_000;

/**
 * Whether the browser shows the video at an address. Without a picture, `hasDecoder` tells whether the browser claims
 * to decode it. Never throws.
 */
export function showsPicture(src: string, hasDecoder: () => Promise<boolean>): Promise<ShowsPicture> {
  const video = document.createElement('video');
  return new Promise<ShowsPicture>((resolve) => {
    const timeout = setTimeout(() => resolve(widthOf(video) === 'none' ? 'no' : 'unknown'), ANSWER_TIMEOUT_MS);
    const wake = setTimeout(() => {
      if (video.readyState === video.HAVE_METADATA) video.currentTime = A_LITTLE_IN;
    }, WAKE_AFTER_MS);
    const ask = setTimeout(() => {
      hasDecoder().then(
        (isPossible) => !isPossible && video.readyState < video.HAVE_CURRENT_DATA && answer('no'),
        () => undefined,
      );
    }, ASK_AFTER_MS);
    const answer = (shows: ShowsPicture) => {
      for (const timer of [timeout, wake, ask]) clearTimeout(timer);
      resolve(shows);
    };
    video.addEventListener('loadeddata', () => answer(widthOf(video) === 'none' ? 'no' : 'yes'));
    video.addEventListener('error', () => answer('no'));
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src });
  }).finally(() => {
    unloadMedia(video);
  });
}

/** Whether this browser claims to decode a file's picture, in a `<video>` or through WebCodecs. */
export async function hasDecoderFor(file: Blob): Promise<boolean> {
  const hasDecoder = await readTrackOf(file, async (track) => {
    const codec = await track.getCodecParameterString();
    if (!codec) return true;
    const container = codec.startsWith('vp') ? 'webm' : 'mp4';
    const claim = document.createElement('video').canPlayType(`video/${container}; codecs="${codec}"`);
    return claim !== '' || track.canDecode();
  });
  return hasDecoder ?? true;
}

/** A video of width 0 opened with its sound only. */
function widthOf(video: HTMLVideoElement): 'unknown' | 'none' | 'some' {
  if (video.readyState < video.HAVE_METADATA) return 'unknown';
  return video.videoWidth === 0 ? 'none' : 'some';
}

/** The size of the compared pictures: small enough to hide how decoders round colors. */
const SIZE = { width: 64, height: 36 } as const;
/** Minimum mean difference of two frames that can be told apart, per pixel and color, of 255. */
const TOO_ALIKE = 1;
/** How close a picture must be to the suspected frame (1) rather than the expected one (0). */
const CLEARLY = 0.75;
/** Where to compare pictures, as shares of the clip. */
const PLACES = [0, 0.3, 0.7] as const;
/** The time limit for a response of the video or decoder, in milliseconds: WebKitGTK's may never respond. */
const PATIENCE_MS = 5000;
/** The time from a seek to its picture on screen, in milliseconds; not every engine reports it. */
const PAINTED_AFTER_MS = 500;

/** The colors of a picture: red, green, blue and opacity in turn. */
type Pixels = ArrayLike<number>;

/**
 * True when the `<video>` shows the frame of a player that ignores the edit list; false when it does not, or when that
 * is unknown. Never throws.
 */
export async function showsOtherFrames(file: Blob, frameTimes: FrameTimes): Promise<boolean> {
  const opened = await openUnedited(file).catch(() => null);
  if (!opened) return false;
  const { track, shown: frames } = opened;
  const src = URL.createObjectURL(file);
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true, preload: 'auto' });
  try {
    if (await track.hasHighDynamicRange()) return false;
    const firstTime = await track.getFirstTimestamp();
    const sink = new CanvasSink(track, { ...SIZE, fit: 'fill' });
    const decode = async (packetTime: number) => {
      const picture = await inTime(sink.getCanvas(packetTime), PATIENCE_MS);
      return picture && pixelsOf(picture.canvas);
    };
    const loaded = happened(video, 'loadeddata');
    video.src = src;
    await loaded;
    for (const place of PLACES) {
      const frame = Math.round(place * (frames.length - 1));
      const expected = await decode(frames[frame]?.packetTime ?? 0);
      const suspected = await Promise.all(suspectedTimes(frames, frame, firstTime).map(decode));
      const looksWrong = async () => {
        await seek(video, seekTarget(frameTimes, frame));
        const shown = pixelsOf(video);
        return suspected.some((other) => expected && other && isRather(shown, other, expected));
      };
      // On a busy machine the picture of the previous seek may still be on screen, so it is compared twice.
      if ((await looksWrong()) && (await looksWrong())) return true;
    }
    return false;
  } catch {
    return false;
  } finally {
    opened.close();
    unloadMedia(video);
    URL.revokeObjectURL(src);
  }
}

/**
 * The packets that a player may show for a frame when it ignores the edit list: those at the frame's time counted from
 * the file's first packet, to either side. `firstTime` is the time of that packet. Empty when the list changes nothing.
 */
export function suspectedTimes(frames: readonly ShownFrame[], frame: number, firstTime: number): readonly number[] {
  const [first, wished] = [frames[0], frames[frame]];
  if (!first || !wished) return [];
  const moved = first.time - (first.packetTime - firstTime);
  if (Math.abs(moved) < 1e-5) return [];
  return [wished.packetTime + moved, wished.packetTime - moved].filter((time) => time >= firstTime);
}

/**
 * Whether a picture is clearly the suspected frame rather than the expected one, by its position between the two.
 * Differences in other directions are ignored, because decoders disagree on brightness and colors.
 */
export function isRather(shown: Pixels, suspected: Pixels, expected: Pixels): boolean {
  const way = difference(suspected, expected);
  const gone = difference(shown, expected);
  if (mean(way.map(Math.abs)) < TOO_ALIKE) return false;
  const along = mean(way.map((value, index) => value * (gone[index] ?? 0)));
  return along / mean(way.map((value) => value * value)) > CLEARLY;
}

/** The difference of two pictures in each color of each pixel, less their mean difference. */
function difference(a: Pixels, b: Pixels): readonly number[] {
  const differences = Array.from(a, (value, index) => value - (b[index] ?? 0)).filter((_, index) => index % 4 !== 3);
  const inAll = mean(differences);
  return differences.map((value) => value - inAll);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function happened(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<unknown> {
  const { promise, resolve, reject } = withResolvers<unknown>();
  video.addEventListener(event, resolve, { once: true });
  video.addEventListener('error', reject, { once: true });
  return inTime(promise, PATIENCE_MS);
}

/** Seeks and waits for the picture on screen, or for the time limit. */
async function seek(video: HTMLVideoElement, time: number): Promise<void> {
  const { promise: painted, resolve } = withResolvers<unknown>();
  const seeked = happened(video, 'seeked');
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(resolve);
  video.currentTime = time;
  await seeked;
  setTimeout(resolve, PAINTED_AFTER_MS);
  await painted;
}

function pixelsOf(picture: CanvasImageSource): Pixels {
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(picture, 0, 0, SIZE.width, SIZE.height);
  return context?.getImageData(0, 0, SIZE.width, SIZE.height).data ?? [];
}
