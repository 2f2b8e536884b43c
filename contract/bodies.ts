// A golfer's detected body, as calls carry it. The domain's readers define the bounds of each number.
import { z } from 'zod';
import { MEASURED_AT } from '#domain/body/body-track.ts';
import { MAX_STORED_SHAFTS, MAX_TRACK_FRAMES } from '#domain/body/stored-body-track.ts';
import { MAX_OUTLINES } from '#domain/outline/outline.ts';

/** The joints in the sampled frames: see `domain/body/stored-body-track.ts`. */
export const StoredBodyTrack = z.strictObject({
  version: z.int(),
  widthPx: z.int(),
  heightPx: z.int(),
  isExact: z.literal(true).optional(),
  shafts: z
    .array(
      z.strictObject({
        at: z.enum(MEASURED_AT),
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
