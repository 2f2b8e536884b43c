// Checks that readers apply to tracks in untrusted JSON.
import { MAX_TIME } from '#domain/time.ts';

/** Maximum side of a picture, in pixels. */
const MAX_SIDE_PX = 16_384;
/** A body may lie partly outside the picture, but at most one picture size away. */
const MAX_OUTSIDE = 1;

/** The size of the picture in which a track's points lie. */
export interface PictureSize {
  /** Whole, above 0. */
  readonly widthPx: number;
  /** Whole, above 0. */
  readonly heightPx: number;
}

/** Whether a value is an object with fields, not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a whole number within bounds. */
export function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** Whether a value is a number within bounds. */
export function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

/** Whether a value is the length of a picture's side in pixels, 1 to 16,384. */
export function isSide(value: unknown): value is number {
  return isWhole(value, 1, MAX_SIDE_PX);
}

/** Whether a value is a coordinate inside a picture's side or close to it, both in the same unit. */
export function isAlong(value: unknown, side: number): value is number {
  return isWithin(value, -MAX_OUTSIDE * side, (1 + MAX_OUTSIDE) * side);
}

/** The fields that identify a frame of a clip. */
interface TrackFrame {
  readonly frameIndex: number;
  readonly time: number;
}

/** Whether a record's `frameIndex` and `time` are valid for a frame of a clip. */
export function isFrame<Value extends Readonly<Record<string, unknown>>>(value: Value): value is Value & TrackFrame {
  const { frameIndex, time } = value;
  return isWhole(frameIndex, 0, Number.MAX_SAFE_INTEGER) && isWithin(time, 0, MAX_TIME);
}

/**
 * Parses each value with `read`. Null when a value is not a frame, when the frames do not ascend in index and time, or
 * when there are more than `most`.
 */
export function readFrames<Frame extends TrackFrame>(
  values: unknown,
  most: number,
  read: (value: unknown) => Frame | null,
): readonly Frame[] | null {
  const frames = readAll(values, most, read);
  const areInOrder = frames?.every(({ frameIndex, time }, index) => {
    const before = frames[index - 1];
    return !before || (frameIndex > before.frameIndex && time > before.time);
  });
  return frames && areInOrder ? frames : null;
}

/** Each value read; null where the list is too long or one value is invalid. */
export function readAll<One>(
  values: unknown,
  most: number,
  read: (value: unknown) => One | null,
): readonly One[] | null {
  if (!Array.isArray(values) || values.length > most) return null;
  const items: One[] = [];
  for (const value of values) {
    const item = read(value);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}
