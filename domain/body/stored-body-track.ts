// The compact stored form of a body track, and the reader that parses it from untrusted JSON.
import { MAX_TIME } from '#domain/time.ts';
import {
  type BodyFrame,
  type BodyTrack,
  JOINTS,
  type Joint,
  makeBodyTrack,
  type SeenBall,
  type SeenBody,
  type SeenJoint,
  type SeenShaft,
  SHAFT_AT,
  type ShaftAt,
} from './body-track.ts';
import {
  isAlong,
  isFrame,
  isRecord,
  isSide,
  isWhole,
  isWithin,
  type PictureSize,
  readAll,
  readFrames,
} from './read-track.ts';

/** The version of the stored form. Tracks of another version are not read: the body is detected again. */
const STORED_BODY_TRACK_VERSION = 1;

/** Maximum frames in a stored track. */
export const MAX_TRACK_FRAMES = 1000;

/** Maximum shafts in a stored track: a measure has at most two, the level shaft in the backswing at most ten. */
export const MAX_STORED_SHAFTS = 20;

const TENTHS = 10;
const PERCENT = 100;
const MICROSECONDS = 1e6;
const NUMBERS_PER_JOINT = 3;
const NUMBERS_PER_SHAFT = 5;
const NUMBERS_PER_BALL = 3;
/** The longest time between two frames, in seconds. */
const MAX_INTERVAL = 10;

/** A body track as plain JSON of about 300 bytes a frame. */
export interface StoredBodyTrack {
  readonly version: typeof STORED_BODY_TRACK_VERSION;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly frames: readonly StoredBodyFrame[];
  /** As in {@link BodyTrack}. */
  readonly isExact?: true | undefined;
  /** As in {@link BodyTrack}. */
  readonly shafts?: readonly StoredShaft[] | undefined;
  /** As in {@link BodyTrack}. */
  readonly ball?: StoredBall | null | undefined;
}

interface StoredShaft {
  /** As in {@link SeenShaft}. */
  readonly at: ShaftAt;
  /** In seconds, to the microsecond, as the interval. */
  readonly time: number;
  readonly frameInterval: number;
  /** The grip's x and y and the end's x and y in tenths of a pixel, and the certainty in per cent: whole numbers. */
  readonly line: readonly number[];
}

interface StoredBall {
  /** In seconds, to the microsecond. */
  readonly time: number;
  /** Its x and y in tenths of a pixel, and the certainty in per cent: whole numbers. */
  readonly place: readonly number[];
}

interface StoredBodyFrame {
  readonly frameIndex: number;
  /** In seconds, to the microsecond. */
  readonly time: number;
  /**
   * The body's certainty in per cent and then, for each of {@link JOINTS}, x and y in tenths of a pixel and the certainty
   * in per cent, all whole numbers; null where no body was found.
   */
  readonly body: readonly number[] | null;
}

/** The stored form of a track. Places are rounded to a tenth of a pixel, certainties to a hundredth. */
export function storedBodyTrack({ widthPx, heightPx, frames, isExact, shafts, ball }: BodyTrack): StoredBodyTrack {
  return {
    version: STORED_BODY_TRACK_VERSION,
    widthPx,
    heightPx,
    ...(isExact && { isExact }),
    ...(shafts && { shafts: shafts.map(storedShaft) }),
    ...(ball !== undefined && { ball: ball && storedBall(ball) }),
    frames: frames.map(({ frameIndex, time, body }) => ({
      frameIndex,
      time: toMicroseconds(time),
      body: body && numbersOf(body),
    })),
  };
}

/**
 * The stored form without the shafts that only tell when the club is level: servers and files of an earlier version do not know
 * them, and no video shows them.
 */
export function sentBodyTrack(track: BodyTrack): StoredBodyTrack {
  const shafts = track.shafts?.filter(({ at }) => at !== 'club-back');
  return storedBodyTrack({ ...track, ...(shafts && { shafts }) });
}

/** Parses a stored track. Null for a wrong shape, another version, or numbers out of bounds. */
export function readStoredBodyTrack(value: unknown): BodyTrack | null {
  if (!isRecord(value) || value.version !== STORED_BODY_TRACK_VERSION) return null;
  const { widthPx, heightPx, frames, isExact } = value;
  if (isExact !== undefined && isExact !== true) return null;
  if (!isSide(widthPx) || !isSide(heightPx)) return null;
  const size = { widthPx, heightPx };
  const readShafts = (stored: unknown) => readAll(stored, MAX_STORED_SHAFTS, (shaft) => shaftOf(shaft, size));
  const shafts = value.shafts === undefined ? undefined : readShafts(value.shafts);
  const ball = value.ball === undefined ? undefined : ballOf(value.ball, size);
  if (shafts === null || ball === 'invalid') return null;
  const read = readFrames(frames, MAX_TRACK_FRAMES, (stored) => frameOf(stored, size));
  if (!read) return null;
  const clubAndBall = { ...(shafts && { shafts }), ...(ball !== undefined && { ball }) };
  return makeBodyTrack({ ...size, frames: read, ...(isExact && { isExact }), ...clubAndBall });
}

function toMicroseconds(time: number): number {
  return Math.round(time * MICROSECONDS) / MICROSECONDS;
}

function storedShaft({ at, time, frameInterval, grip, end, certainty }: SeenShaft): StoredShaft {
  const places = [grip.xPx, grip.yPx, end.xPx, end.yPx].map((place) => Math.round(place * TENTHS));
  return {
    at,
    time: toMicroseconds(time),
    frameInterval: toMicroseconds(frameInterval),
    line: [...places, Math.round(certainty * PERCENT)],
  };
}

function shaftOf(stored: unknown, size: PictureSize): SeenShaft | null {
  if (!isRecord(stored)) return null;
  const { at, time, frameInterval, line } = stored;
  if (!isShaftAt(at)) return null;
  if (!isWithin(time, 0, MAX_TIME) || !isWithin(frameInterval, 0, MAX_INTERVAL)) return null;
  if (!Array.isArray(line) || line.length !== NUMBERS_PER_SHAFT) return null;
  const [gripX, gripY, endX, endY, certainty] = line as unknown[];
  if (!isTenths(gripX, size.widthPx) || !isTenths(endX, size.widthPx)) return null;
  if (!isTenths(gripY, size.heightPx) || !isTenths(endY, size.heightPx) || !isWhole(certainty, 0, PERCENT)) return null;
  const point = (x: number, y: number) => ({ xPx: x / TENTHS, yPx: y / TENTHS });
  return { at, time, frameInterval, grip: point(gripX, gripY), end: point(endX, endY), certainty: certainty / PERCENT };
}

function storedBall({ time, xPx, yPx, certainty }: SeenBall): StoredBall {
  const place = [Math.round(xPx * TENTHS), Math.round(yPx * TENTHS), Math.round(certainty * PERCENT)];
  return { time: toMicroseconds(time), place };
}

/** Null for a stored null: no ball was found. */
function ballOf(stored: unknown, size: PictureSize): SeenBall | null | 'invalid' {
  if (stored === null) return null;
  if (!isRecord(stored) || !isWithin(stored.time, 0, MAX_TIME)) return 'invalid';
  const { time, place } = stored;
  if (!Array.isArray(place) || place.length !== NUMBERS_PER_BALL) return 'invalid';
  const [x, y, certainty] = place as unknown[];
  if (!isTenths(x, size.widthPx) || !isTenths(y, size.heightPx) || !isWhole(certainty, 0, PERCENT)) return 'invalid';
  return { time, xPx: x / TENTHS, yPx: y / TENTHS, certainty: certainty / PERCENT };
}

function isShaftAt(value: unknown): value is ShaftAt {
  return (SHAFT_AT as readonly unknown[]).includes(value);
}

function frameOf(stored: unknown, size: PictureSize): BodyFrame | null {
  if (!isRecord(stored) || !isFrame(stored)) return null;
  const { frameIndex, time, body } = stored;
  if (body === null) return { frameIndex, time, body };
  const seen = bodyOf(body, size);
  return seen && { frameIndex, time, body: seen };
}

function numbersOf({ certainty, joints }: SeenBody): number[] {
  const places = JOINTS.map((joint) => joints[joint]).flatMap(({ xPx, yPx, certainty }) => [
    Math.round(xPx * TENTHS),
    Math.round(yPx * TENTHS),
    Math.round(certainty * PERCENT),
  ]);
  return [Math.round(certainty * PERCENT), ...places];
}

function bodyOf(numbers: unknown, size: PictureSize): SeenBody | null {
  if (!Array.isArray(numbers) || numbers.length !== 1 + NUMBERS_PER_JOINT * JOINTS.length) return null;
  const [certainty, ...places] = numbers as unknown[];
  if (!isWhole(certainty, 0, PERCENT)) return null;
  const joints: Partial<Record<Joint, SeenJoint>> = {};
  for (const [order, joint] of JOINTS.entries()) {
    const [x, y, seen] = places.slice(NUMBERS_PER_JOINT * order, NUMBERS_PER_JOINT * (order + 1));
    const isPlace = isTenths(x, size.widthPx) && isTenths(y, size.heightPx);
    if (!isPlace || !isWhole(seen, 0, PERCENT)) return null;
    joints[joint] = { xPx: x / TENTHS, yPx: y / TENTHS, certainty: seen / PERCENT };
  }
  return { certainty: certainty / PERCENT, joints: joints as SeenBody['joints'] };
}

/** Whether a value is a coordinate in whole tenths of a pixel, inside a picture's side or close to it. */
function isTenths(value: unknown, sidePx: number): value is number {
  return Number.isSafeInteger(value) && isAlong(value, sidePx * TENTHS);
}
