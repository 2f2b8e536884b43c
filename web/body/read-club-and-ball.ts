// Finds the club's shaft, and the ball before it is struck, in frames of a clip that are read as gray pictures. Loaded
// lazily: it decodes frames.

import { ballFrames } from '#domain/body/ball-search.ts';
import type { SaidOfBody } from '#domain/body/body-angles.ts';
import type { BodyTrack, SeenBall, SeenShaft } from '#domain/body/body-track.ts';
import type { GrayPicture } from '#domain/body/gray-picture.ts';
import { clubBackFrames, shaftFrames, shaftIn } from '#domain/body/shaft-search.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';
import { readFrames, type Still } from '#web/clip/read-stills.ts';
import { openDecodable } from '#web/player/engine/decodable-track.ts';
import type { ToBallWorker } from './ball-worker.ts';
import { samplesOf } from './clip-pictures.ts';
import { uprightReader } from './picture.ts';
import type { Pixels } from './pixels.ts';

export interface ShaftClip {
  readonly source: Blob | string;
  readonly frameTimes: FrameTimes;
  readonly annotations: SwingAnnotations;
  readonly slowMotionFactor: number;
}

/** The shafts that were found, at most five. Rejects when it is stopped or the frames cannot be read. */
export const readShafts = shaftReader(shaftFrames);

/** The shafts near level in the backswing, at most ten. Rejects as {@link readShafts}. */
export const readClubBack = shaftReader(clubBackFrames);

function shaftReader(framesOf: typeof shaftFrames) {
  return (clip: ShaftClip, track: BodyTrack, said: SaidOfBody, signal: AbortSignal) =>
    searchShafts(
      clip,
      framesOf(track, clip.frameTimes, clip.annotations, clip.slowMotionFactor, said),
      track.heightPx,
      signal,
    );
}

async function searchShafts(
  { source, frameTimes }: ShaftClip,
  { scale, frames }: ReturnType<typeof shaftFrames>,
  heightPx: number,
  signal: AbortSignal,
): Promise<readonly SeenShaft[]> {
  const times = frames.flatMap(({ time, stillTime }) => [time, stillTime ?? time]);
  if (times.length === 0) return [];
  const grays = await readGrays({ source, frameTimes }, times, Math.round(scale * heightPx), signal);
  const shafts: SeenShaft[] = [];
  for (const frame of frames) {
    // A search takes up to 100 ms: the page must react between two.
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    const picture = grays.get(frame.time);
    const still = frame.stillTime === null ? null : (grays.get(frame.stillTime) ?? null);
    const shaft = picture && shaftIn(frame, picture.heightPx / heightPx, picture, still);
    if (shaft) shafts.push(shaft);
  }
  return shafts;
}

type Grays = ReadonlyMap<number, GrayPicture | null>;

/** The frames by their time; null where a canvas cannot be read. Rejects when it is stopped or the frames cannot be read. */
async function readGrays(
  { source, frameTimes }: Pick<ShaftClip, 'source' | 'frameTimes'>,
  times: readonly number[],
  tallestPx: number,
  signal: AbortSignal,
): Promise<Grays> {
  const ordered = [...new Set(times)].toSorted((a, b) => a - b);
  const decoded = await decodedGrays({ source, frameTimes }, ordered, tallestPx, signal).catch(() => null);
  signal.throwIfAborted();
  if (decoded) return decoded;
  const src = typeof source === 'string' ? source : URL.createObjectURL(source);
  try {
    const pictures = await readFrames({ src, frameTimes, tallestPx }, ordered, signal);
    return new Map(ordered.map((time, index) => [time, grayOf(pictures[index])]));
  } finally {
    if (src !== source) URL.revokeObjectURL(src);
  }
}

/**
 * The frames without a canvas: Chromium keeps every frame that a canvas draws for later, at its full size. In a session of many
 * shots these took 400 MB. Null if the browser cannot decode them, or changes their colors (HDR).
 */
async function decodedGrays(
  { source, frameTimes }: Pick<ShaftClip, 'source' | 'frameTimes'>,
  times: readonly number[],
  tallestPx: number,
  signal: AbortSignal,
): Promise<Grays | null> {
  const clip = await openDecodable(source, signal);
  if (!clip) return null;
  const { track, shown, close } = clip;
  try {
    if (shown.length !== frameTimes.length || (await track.hasHighDynamicRange())) return null;
    const [widthPx, heightPx] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()]);
    const read = uprightReader(tallestPx * Math.max(1, widthPx / heightPx));
    const grays = new Map<number, GrayPicture | null>();
    for (const time of times) {
      signal.throwIfAborted();
      for await (const sample of samplesOf(clip, [frameIndexAt(frameTimes, time)])) {
        if (!sample) return null;
        try {
          grays.set(time, grayPixels((await read(sample)).pixels));
        } finally {
          sample.close();
        }
      }
    }
    return grays;
  } finally {
    close();
  }
}

function grayOf(picture: Still | undefined): GrayPicture | null {
  const context = picture?.getContext('2d') as OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D | null;
  if (!picture || !context) return null;
  const { width: widthPx, height: heightPx } = picture;
  return grayPixels({ widthPx, heightPx, bytes: context.getImageData(0, 0, widthPx, heightPx).data });
}

function grayPixels({ widthPx, heightPx, bytes }: Pixels): GrayPicture {
  const luma = new Uint8ClampedArray(widthPx * heightPx);
  for (let at = 0; at < luma.length; at += 1) {
    const first = 4 * at;
    luma[at] = 0.2126 * (bytes[first] ?? 0) + 0.7152 * (bytes[first + 1] ?? 0) + 0.0722 * (bytes[first + 2] ?? 0);
  }
  return { widthPx, heightPx, luma };
}

/** The ball; null where it was not found. Rejects when it is stopped or the frames cannot be read. */
export async function readBall(
  { source, frameTimes, annotations, slowMotionFactor }: ShaftClip,
  track: BodyTrack,
  said: SaidOfBody,
  signal: AbortSignal,
): Promise<SeenBall | null> {
  const frames = ballFrames(track, frameTimes, annotations, slowMotionFactor, said);
  if (!frames) return null;
  const times = [frames.rest, ...frames.before, ...frames.after].map(({ time }) => time);
  const grays = await readGrays({ source, frameTimes }, times, Math.round(frames.scale * track.heightPx), signal);
  signal.throwIfAborted();
  return ballInWorker({ frames, grays }, signal);
}

function ballInWorker(request: ToBallWorker, signal: AbortSignal): Promise<SeenBall | null> {
  const worker = new Worker(new URL('./ball-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<SeenBall | null>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.addEventListener('message', ({ data }: MessageEvent<SeenBall | null>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The search for the ball failed')));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
