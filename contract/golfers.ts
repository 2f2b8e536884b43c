// The library of annotated professionals, and the demo swings.
import { z } from 'zod';
import { CAMERA_VIEWS, GOLFER_HANDS } from '#domain/body/filmed.ts';
import { MAX_NAME_LENGTH } from '#domain/library/golfer.ts';
import { MAX_SLOW_MOTION_FACTOR } from '#domain/swing/slow-motion.ts';
import { ClipShape, StoredBodyTrack, StoredOutlineTrack, TimeText } from './wire.ts';

/** The camera view and the playing hand, as the picture shows them; null where unknown. */
export const Filmed = z.object({
  view: z.enum(CAMERA_VIEWS).nullable().describe('Where the camera stands'),
  hand: z.enum(GOLFER_HANDS).nullable().describe('With which hand the golfer plays'),
});

/** A golfer as the picker shows one. Fields that may be unknown are null. */
export const GolferCard = Filmed.extend({
  id: z.int(),
  name: z.string(),
  thumbnailUrl: z.string().nullable().describe('A path under /uploads/thumbnails/, or null'),
  majorChampionships: z.int(),
  club: z.string().nullable(),
  height: z.string().nullable(),
  level: z.string().nullable(),
  tag: z.string().nullable(),
  videoUrl: z.string().describe('A path on this server; answers range requests'),
  loopUrl: z
    .string()
    .nullable()
    .describe('A path under /uploads/loops/: a small silent MP4 of the swing in real time. Null where none was made'),
  tempo: z
    .object({
      ratio: z.number().describe('Backswing divided by downswing'),
      seconds: z.number().describe('From rest to strike in real time'),
    })
    .nullable()
    .describe('Null where the marks are out of order'),
  bodyUrl: z
    .string()
    .nullable()
    .describe('A path under /uploads/bodies/ with a StoredGolferBody; null when there is none'),
});

/** A golfer as the administrator's list shows one: the card, the marked times in seconds, and the key of the video. */
export const AdminGolfer = GolferCard.extend({
  restTime: z.number(),
  topTime: z.number(),
  strikeTime: z.number(),
  contentKey: z
    .string()
    .nullable()
    .describe(
      '`pieces-` and the SHA-256 of the SHA-256s of each 4 MiB of the file as received; null where not recorded',
    ),
});

/** Everything that a comparison needs of a golfer: the marked times in seconds and the clip. */
export const GolferDetail = AdminGolfer.omit({ contentKey: true, loopUrl: true }).extend({
  clip: ClipShape,
  slowMotionFactor: z
    .number()
    .min(1)
    .max(MAX_SLOW_MOTION_FACTOR)
    .describe('How many times slower than real time the video plays; 1 for real time'),
});

/** All golfers of the library in the order of their names: cards for visitors, with times for an administrator. */
export const GolferList = z.array(z.union([AdminGolfer, GolferCard]));

/** The text fields of the administrator's upload form; the video is the multipart field `video`. */
export const GolferForm = z.object({
  name: z.string().max(MAX_NAME_LENGTH, 'Please use a shorter name'),
  majorChampionships: z
    .string()
    .regex(/^\d{0,4}$/, 'Major championships is a whole number')
    .default(''),
  club: z.string().max(100).default(''),
  height: z.string().max(100).default(''),
  restTime: TimeText.default(''),
  topTime: TimeText.default(''),
  strikeTime: TimeText.default(''),
  slowMotionFactor: z
    .string()
    .refine((text) => text === '' || isFactorText(text), 'Slow motion is a number from 1 to 32')
    .describe('How many times slower than real time the video plays; when empty, what the file itself says')
    .default(''),
  view: z
    .enum(['', ...CAMERA_VIEWS])
    .describe('Where the camera stands; empty where unknown')
    .default(''),
  hand: z
    .enum(['', ...GOLFER_HANDS])
    .describe('With which hand the golfer plays; empty where unknown')
    .default(''),
  mustBeNew: z
    .enum(['', 'true'])
    .describe('`true` refuses a video that a golfer of the library already has')
    .default(''),
});

/** A golfer's body as JSON, at most 2 MB. `domain/library/golfer-body.ts` defines it and the bounds of each number. */
export const StoredGolferBody = z.strictObject({
  version: z.int(),
  track: StoredBodyTrack,
  outlines: StoredOutlineTrack.nullable(),
});

/** At most two decimals: the capture rate divided by the playback rate. */
function isFactorText(text: string): boolean {
  return /^\d{1,2}(\.\d{1,2})?$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_SLOW_MOTION_FACTOR;
}

/** A demo swing. */
export const DemoVideo = z.object({
  id: z.string(),
  videoUrl: z.string(),
  thumbnailUrl: z.string().nullable(),
  title: z.string(),
  club: z.string(),
  tag: z.string(),
  bodyUrl: z.string().nullable().describe('A path under /content/ with a StoredGolferBody, or null'),
});

/** All demo swings. */
export const DemoList = z.array(DemoVideo);

/** How a golfer was filmed. */
export type Filmed = z.infer<typeof Filmed>;
/** A golfer's card. */
export type GolferCard = z.infer<typeof GolferCard>;
/** A golfer with marked times. */
export type AdminGolfer = z.infer<typeof AdminGolfer>;
/** A golfer with times and video. */
export type GolferDetail = z.infer<typeof GolferDetail>;
/** A demo swing. */
export type DemoVideo = z.infer<typeof DemoVideo>;
