// Whether the browser's `<video>` shows other frames of a file than its edit list asks for: Firefox shows what the list
// cuts away. Paused pictures are decoded ones and right; what plays is not.
import { CanvasSink } from 'mediabunny';
import { type FrameTimes, seekTarget } from '#domain/video/frame-times.ts';
import { withResolvers } from '#web/lib/with-resolvers.ts';
import type { ShownFrame } from '#web/player/engine/edit-list.ts';
import { openVideo, readShownFrames, withoutEditLists } from '#web/player/engine/frame-table.ts';

/** Pictures are compared in this size: small enough to ignore how decoders round colors. */
const SIZE = { width: 64, height: 36 } as const;
/** Two frames whose mean difference per pixel and color, of 255, is less than this cannot be told from each other. */
const TOO_ALIKE = 1;
/** How far a picture must be on the way from the expected frame (0) to the suspected one (1). */
const CLEARLY = 0.75;
/** Where pictures are compared, as parts of the clip. */
const PLACES = [0, 0.3, 0.7] as const;
/** A video or decoder that gives nothing for this long is not asked any more. */
const PATIENCE_MS = 5000;
/** A picture comes on screen within this time after a seek; not every engine reports it. */
const PAINTED_AFTER_MS = 500;

/** The colors of a picture, red, green, blue and opacity in turn. */
type Pixels = ArrayLike<number>;

/**
 * True when the `<video>` shows the frame that a player would show which ignores the edit list, and not the decoded one of
 * the same time; false when it does not, or that is unknown. Never throws.
 */
export async function showsOtherFrames(file: Blob, frameTimes: FrameTimes): Promise<boolean> {
  if (typeof VideoDecoder === 'undefined') return false;
  const input = openVideo(file);
  const unedited = openVideo(await withoutEditLists(file).catch(() => file));
  const src = URL.createObjectURL(file);
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true, preload: 'auto' });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode()) || (await track.hasHighDynamicRange())) return false;
    const frames = await readShownFrames(track, file);
    const firstTime = await track.getFirstTimestamp();
    const decoded = (await unedited.getPrimaryVideoTrack()) ?? track;
    const later = (await decoded.getFirstTimestamp()) - firstTime;
    const sink = new CanvasSink(decoded, { ...SIZE, fit: 'fill' });
    const decode = async (packetTime: number) => {
      const picture = await inTime(sink.getCanvas(packetTime + later));
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
      // On a busy machine the picture of the last seek may still be on screen: it is looked at twice.
      if ((await looksWrong()) && (await looksWrong())) return true;
    }
    return false;
  } catch {
    return false;
  } finally {
    input.dispose();
    unedited.dispose();
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(src);
  }
}

/**
 * The packets that a player may show instead of a frame when it ignores the edit list: at the frame's time counted from the
 * file's first packet, or as much to the other side. `firstTime` is the time of that packet. Empty where the list changes
 * nothing.
 */
export function suspectedTimes(frames: readonly ShownFrame[], frame: number, firstTime: number): readonly number[] {
  const [first, wished] = [frames[0], frames[frame]];
  if (!first || !wished) return [];
  const moved = first.time - (first.packetTime - firstTime);
  if (Math.abs(moved) < 1e-5) return [];
  return [wished.packetTime + moved, wished.packetTime - moved].filter((time) => time >= firstTime);
}

/**
 * Whether a picture is clearly the suspected frame rather than the expected one: how far it is on the way between them.
 * What it differs by in other directions does not count, because decoders disagree on brightness and colors.
 */
export function isRather(shown: Pixels, suspected: Pixels, expected: Pixels): boolean {
  const way = difference(suspected, expected);
  const gone = difference(shown, expected);
  if (mean(way.map(Math.abs)) < TOO_ALIKE) return false;
  const along = mean(way.map((value, index) => value * (gone[index] ?? 0)));
  return along / mean(way.map((value) => value * value)) > CLEARLY;
}

/** By how much two pictures differ in each color of each pixel, less what all differ by. */
function difference(a: Pixels, b: Pixels): readonly number[] {
  const differences = Array.from(a, (value, index) => value - (b[index] ?? 0)).filter((_, index) => index % 4 !== 3);
  const inAll = mean(differences);
  return differences.map((value) => value - inAll);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Rejects when an answer does not come in time: WebKitGTK's decoder may never give one. */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = withResolvers<never>();
  const timeout = setTimeout(() => reject(new Error('No answer')), PATIENCE_MS);
  return Promise.race([answer, late]).finally(() => clearTimeout(timeout));
}

function happened(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<unknown> {
  const { promise, resolve, reject } = withResolvers<unknown>();
  video.addEventListener(event, resolve, { once: true });
  video.addEventListener('error', reject, { once: true });
  return inTime(promise);
}

/** Seeks, and waits until the picture is on screen, or for as long as that takes at most. */
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
