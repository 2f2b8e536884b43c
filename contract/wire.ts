// Schemas shared by several calls. A message given here is the sentence that refuses the call.
import { z } from 'zod';
import { SHAFT_AT } from '#domain/body/body-track.ts';
import { MAX_STORED_SHAFTS, MAX_TRACK_FRAMES } from '#domain/body/stored-body-track.ts';
import { ALIGNMENTS } from '#domain/comparison/comparison-choices.ts';
import { MAX_OUTLINES } from '#domain/outline/outline.ts';
import { MAX_TIME } from '#domain/time.ts';

/** A moment in a video in seconds, 0 or more. −0 counts as 0. */
export const Time = z
  .number('Invalid time')
  .min(0, 'Invalid time')
  .max(MAX_TIME, 'Invalid time')
  .overwrite((time) => time || 0);

/** A moment in a video in seconds, or null while it is not marked. A missing field counts as null. */
export const OptionalTime = Time.nullish().describe('Seconds on the clip’s shown timeline, or null when not marked');

/**
 * A moment in a video as text, as forms send it: a plain decimal of seconds, or the empty text for "not marked".
 * `1e3`, `0x10`, `1,5` and blanks are refused: `Number` would read them as something the sender did not mean.
 */
export const TimeText = z.string('Invalid time').regex(/^(\d{1,5}(\.\d{1,9})?)?$/, 'Invalid time');

/** The time in a {@link TimeText}; null for "not marked", which `Number` alone would take for 0. */
export function timeIn(text: string): number | null {
  return text === '' ? null : Number(text);
}

/** Where the swings meet: `strike`, `top`, or `all` for rest, top and strike with one side's tempo fitted to the other's. */
export const AlignmentType = z.enum(ALIGNMENTS, 'Invalid alignment type');

/** An opaque handle that the server gave out: at least 128 unguessable bits as URL-safe text. Never a path. */
export const Handle = z.string().max(2048);

/** A golfer's id: a positive integer, or the same as text. */
export const GolferId = z.union(
  [
    z.int('Invalid pro golfer id').positive('Invalid pro golfer id'),
    z.string().regex(/^[1-9]\d{0,14}$/, 'Invalid pro golfer id'),
  ],
  'Invalid pro golfer id',
);

/** The facts of one probed video: see `domain/video/clip.ts`. Sizes in pixels, times in seconds. */
export const ClipShape = z.object({
  widthPx: z.int().positive(),
  heightPx: z.int().positive(),
  frameTimes: z.array(z.number()).min(1).readonly(),
  frameRate: z.object({ numerator: z.int().positive(), denominator: z.int().positive() }).readonly(),
});

/** The body of every failure: a plain sentence under both names that clients read (specification §8), and its code. */
export const ErrorBody = z.object({ error: z.string(), message: z.string(), code: z.string() });

/** The body of every failed call. */
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The answer of a call that returns nothing but its success. */
export const Done = z.object({ success: z.literal(true) });

/** The joints in the sampled frames: see `domain/body/stored-body-track.ts`. */
export const StoredBodyTrack = z.strictObject({
  version: z.int(),
  widthPx: z.int(),
  heightPx: z.int(),
  isExact: z.literal(true).optional(),
  shafts: z
    .array(
      z.strictObject({
        at: z.enum(SHAFT_AT),
        time: z.number(),
        frameInterval: z.number(),
        line: z.array(z.int()).readonly(),
      }),
    )
    .max(MAX_STORED_SHAFTS)
    .readonly()
    .optional(),
  ball: z
    .strictObject({ time: z.number(), place: z.array(z.int()).readonly() })
    .nullable()
    .optional(),
  frames: z
    .array(z.strictObject({ frameIndex: z.int(), time: z.number(), body: z.array(z.int()).readonly().nullable() }))
    .max(MAX_TRACK_FRAMES)
    .readonly(),
});

/** The golfer's outlines: see `domain/outline/outline.ts`. */
export const StoredOutlineTrack = z.strictObject({
  widthPx: z.int(),
  heightPx: z.int(),
  outlines: z
    .array(
      z.strictObject({
        frameIndex: z.int(),
        time: z.number(),
        rings: z.array(z.array(z.number()).readonly()).readonly(),
      }),
    )
    .max(MAX_OUTLINES)
    .readonly(),
});
