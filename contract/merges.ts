// Merged videos: merging two marked swings into one, downloading it at another speed, rendering drawings into it; and the visitor's
// jobs that make them.
import { z } from 'zod';
import { readStoredBodyTrack } from '#domain/body/stored-body-track.ts';
import {
  AS_FILMED,
  FRAMINGS,
  GHOST_FIT_BOUNDS,
  GHOST_LOOKS,
  LAYOUTS,
  LEAST_BOX_PERMILLE,
  MAX_NUDGE_FRAMES,
  SIDE_FIT_BOUNDS,
  WIPE_BOUNDS,
} from '#domain/comparison/comparison-choices.ts';
import { MAX_EVIDENCE } from '#domain/comparison/evidence.ts';
import { DRAWING_WIDTH, MAX_DRAWINGS } from '#domain/drawing/drawing.ts';
import { MAX_NAME_LENGTH, readLettering } from '#domain/lettering/lettering.ts';
import { readOutlineTrack } from '#domain/outline/outline.ts';
import { SIDES } from '#domain/side.ts';
import { MAX_SLOW_MOTION_FACTOR } from '#domain/swing/slow-motion.ts';
import { isDownloadSpeed } from '#domain/video/playback-speed.ts';
import {
  AlignmentType,
  GolferId,
  Handle,
  OptionalTime,
  StoredBodyTrack,
  StoredOutlineTrack,
  Time,
  TimeText,
} from './wire.ts';

const within = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z.int('Invalid choices').min(least, 'Invalid choices').max(most, 'Invalid choices');

const pictureFit = (bounds: typeof GHOST_FIT_BOUNDS | typeof SIDE_FIT_BOUNDS) =>
  z.object(
    {
      sizePercent: within(bounds.sizePercent),
      rightPercent: within(bounds.rightPercent),
      upPercent: within(bounds.upPercent),
    },
    'Invalid choices',
  );

const Permille = within({ least: 0, most: 1000 });

/** Where a golfer stands, as set by hand: see `domain/comparison/comparison-choices.ts`. */
const GolferBox = z
  .object({ headPermille: Permille, solesPermille: Permille, middlePermille: Permille }, 'Invalid choices')
  .refine(({ headPermille, solesPermille }) => solesPermille - headPermille >= LEAST_BOX_PERMILLE, 'Invalid choices');

/** The choices for one side: see `domain/comparison/comparison-choices.ts`. */
const SideChoices = z.object({
  isMirrored: z.boolean('Invalid choices'),
  nudgeFrames: within({ least: -MAX_NUDGE_FRAMES, most: MAX_NUDGE_FRAMES }),
  slowMotionFactor: z
    .number('Invalid choices')
    .min(1, 'Invalid choices')
    .max(MAX_SLOW_MOTION_FACTOR, 'Invalid choices'),
  fit: pictureFit(SIDE_FIT_BOUNDS).default(AS_FILMED.user.fit),
  box: GolferBox.nullable().default(AS_FILMED.user.box),
});

/** The choices for the ghost: see `domain/comparison/comparison-choices.ts`. */
const GhostChoices = z.object(
  {
    look: z.enum(GHOST_LOOKS, 'Invalid choices'),
    strengthPercent: within({ least: 0, most: 100 }),
    fit: pictureFit(GHOST_FIT_BOUNDS),
  },
  'Invalid choices',
);

const OwnName = z
  .string('Invalid choices')
  .max(2 * MAX_NAME_LENGTH, 'Invalid choices')
  .nullable()
  .default(null);

/** Whether names are shown. The typed text is not sent: `names` carries the rendered lettering. */
const NameChoices = z.object({ isShown: z.boolean('Invalid choices'), user: OwnName, pro: OwnName }, 'Invalid choices');

/** The lettering of a name or a tempo: see `domain/lettering/lettering.ts`. */
const WrittenLine = z
  .strictObject({ widthPx: z.int(), heightPx: z.int(), cover: z.string() }, 'Invalid name')
  .refine((lettering) => readLettering(lettering) !== null, 'Invalid name');

const WrittenLines = z.object({ user: WrittenLine.nullish(), pro: WrittenLine.nullish() }, 'Invalid name').nullish();

/**
 * The choices of a comparison. The file shows what the visitor chose in the live preview. Older clients omit everything
 * up to the strip, and the pictures' fits: the result then keeps the visitor's tempo and shows full pictures side by
 * side, without body lines, names or strip.
 */
export const Choices = z.object(
  {
    tempo: z.enum(SIDES, 'Invalid choices').default(AS_FILMED.tempo),
    layout: z.enum(LAYOUTS, 'Invalid choices').default(AS_FILMED.layout),
    framing: z.enum(FRAMINGS, 'Invalid choices').default(AS_FILMED.framing),
    ghost: GhostChoices.default(AS_FILMED.ghost),
    wipePercent: within(WIPE_BOUNDS).default(AS_FILMED.wipePercent),
    hasBodyLines: z.boolean('Invalid choices').default(AS_FILMED.hasBodyLines),
    hasEvidence: z.boolean('Invalid choices').default(AS_FILMED.hasEvidence),
    names: NameChoices.default(AS_FILMED.names),
    hasStrip: z.boolean('Invalid choices').default(AS_FILMED.hasStrip),
    isSwapped: z.boolean('Invalid choices'),
    user: SideChoices,
    pro: SideChoices,
  },
  'Invalid choices',
);

/** Parses a value with the domain's reader; a value for which the reader returns null is a problem. */
const readBy =
  <Stored, Read>(read: (stored: Stored) => Read | null, message: string) =>
  (stored: Stored, context: z.RefinementCtx<Stored>): Read => {
    const value = read(stored);
    if (value !== null) return value;
    context.addIssue(message);
    return z.NEVER;
  };

/**
 * The golfer's body and outlines that a browser detected in one clip, sent only when a choice uses them. See
 * `domain/body` and `domain/outline`.
 */
const SeenBody = z.object(
  {
    track: StoredBodyTrack.transform(readBy(readStoredBodyTrack, 'Invalid body')),
    outlines: StoredOutlineTrack.transform(readBy(readOutlineTrack, 'Invalid outlines'))
      .nullish()
      .describe('An outline track; needed for the ghost looks cut-out and outline'),
  },
  'Invalid body',
);

const Share = z.number('Invalid evidence').min(-1, 'Invalid evidence').max(2, 'Invalid evidence');
const SharePoint = z.object({ x: Share, y: Share }, 'Invalid evidence');

/** A shape of evidence: see `domain/comparison/evidence.ts`. */
const EvidenceShape = z
  .object(
    {
      kind: z.enum(['line', 'angle', 'circle', 'arrow'], 'Invalid evidence'),
      points: z.array(SharePoint, 'Invalid evidence').min(2, 'Invalid evidence').max(3, 'Invalid evidence'),
      isReference: z.boolean('Invalid evidence'),
    },
    'Invalid evidence',
  )
  .refine(({ kind, points }) => points.length === (kind === 'angle' ? 3 : 2), 'Invalid evidence');

/** The evidence of up to three differences on one side. */
const Evidence = z
  .array(
    z.object(
      {
        at: z.number('Invalid evidence').min(0, 'Invalid evidence').max(86_400, 'Invalid evidence'),
        shapes: z
          .array(EvidenceShape, 'Invalid evidence')
          .min(1, 'Invalid evidence')
          .max(MAX_EVIDENCE.shapes, 'Invalid evidence'),
      },
      'Invalid evidence',
    ),
    'Invalid evidence',
  )
  .max(MAX_EVIDENCE.perSide, 'Invalid evidence');

/**
 * A comparison of an uploaded swing with a library golfer (`proVideoId`) or an uploaded pro video (`proVideoPath`):
 * exactly one of the two. Times in seconds on each clip's shown timeline; a library golfer's own times always win.
 */
export const MergeRequest = z.object({
  userVideoPath: Handle.describe('The filePath of an upload of this visitor'),
  proVideoPath: Handle.nullish().describe('The filePath of an uploaded pro video, or null'),
  proVideoId: GolferId.nullish().describe('A library golfer, or null'),
  userRestTime: OptionalTime,
  userTopTime: OptionalTime,
  userStrikeTime: OptionalTime,
  proRestTime: OptionalTime,
  proTopTime: OptionalTime,
  proStrikeTime: OptionalTime,
  alignmentType: AlignmentType,
  choices: Choices.nullish().describe('What is chosen beyond the marks; a missing field counts as nothing chosen'),
  bodies: z
    .object({ user: SeenBody.nullish(), pro: SeenBody.nullish() }, 'Invalid body')
    .nullish()
    .describe(
      'What was seen of both golfers; without it body lines, fitted or cut-out ghosts and the framing of golfers are left out',
    ),
  evidence: z
    .object({ user: Evidence, pro: Evidence }, 'Invalid evidence')
    .nullish()
    .describe('What is drawn around the moments that show a difference; used with the choice hasEvidence'),
  names: WrittenLines.describe('How both names are written; without it no names are shown'),
  tempos: WrittenLines.describe('How both tempos are written, for the strip; without it the strip has none'),
});

/** A comparison of a demo swing with a library golfer. Times are texts of seconds, empty when not marked. */
export const DemoMergeRequest = z.object({
  userStrikeTime: TimeText,
  userTopTime: TimeText,
  userRestTime: TimeText,
  proGolferId: GolferId,
  demoVideoUrl: z.string().max(500).describe('A videoUrl of GET /api/demo/list, to the letter'),
  alignmentType: AlignmentType,
  names: WrittenLines.describe('How both names are written; without it no names are shown'),
  tempos: WrittenLines.describe('How both tempos are written; without it the video has no strip'),
});

/** Where the finished video is: a path on this server, readable by this visitor only. */
export const MergeResponse = z.object({ mergedVideoUrl: z.string() });

/** The request for a comparison. */
export type MergeRequest = z.input<typeof MergeRequest>;
/** The request for a demo comparison. */
export type DemoMergeRequest = z.input<typeof DemoMergeRequest>;

/** A merged video at one of the seven speeds, as a file. `filename` is a suggestion; the server sanitises it. */
export const DownloadSpeedRequest = z.object({
  videoUrl: z.string().max(500),
  speed: z.number('Invalid speed').refine(isDownloadSpeed, 'Invalid speed'),
  filename: z.string().max(5000).optional(),
});

const Coordinate = z.number('Invalid point').min(-1_000_000, 'Invalid point').max(1_000_000, 'Invalid point');
const PointShape = z.object({ x: Coordinate, y: Coordinate }, 'Invalid point');

/** One drawn segment: see `domain/drawing/drawing.ts`. */
export const DrawingShape = z.object({
  from: PointShape,
  to: PointShape,
  color: z.string('Invalid colour').regex(/^#[0-9a-f]{6}$/, 'Invalid colour'),
  width: z
    .int('Invalid drawing width')
    .min(DRAWING_WIDTH.least, 'Invalid drawing width')
    .max(DRAWING_WIDTH.most, 'Invalid drawing width'),
  timestamp: Time,
  onlyThisFrame: z.boolean('Invalid choice of frames').optional(),
});

const SurfaceSide = z.int('Invalid video size').min(1, 'Invalid video size').max(16_384, 'Invalid video size');

/** Drawings to burn into a merged video; `videoWidth` and `videoHeight` are the drawing surface's size in pixels. */
export const RenderDrawingsRequest = z.object({
  videoUrl: z.string().max(500),
  drawings: z.array(DrawingShape).min(1, 'No video or drawings to render').max(MAX_DRAWINGS),
  videoWidth: SurfaceSide,
  videoHeight: SurfaceSide,
});

/** Where the video with drawings is: a path on this server, readable by this visitor only. */
export const RenderDrawingsResponse = z.object({ videoUrl: z.string() });

/** The kinds of work. */
export const JOB_KINDS = ['merge', 'drawings', 'preview'] as const;

/** One piece of work of this visitor. */
export const JobStatus = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  state: z.enum(['queued', 'running', 'done', 'failed', 'canceled']),
  queuePlace: z.int().min(0).describe('How many jobs run before this one; 0 when it runs or has ended'),
  percent: z.int().min(0).max(100).describe('Whole percent of the work done'),
});

/** This visitor's jobs, newest first. Jobs that have ended stay listed for a while. */
export const JobList = z.object({ jobs: z.array(JobStatus) });

/** The state of one piece of work. */
export type JobStatus = z.infer<typeof JobStatus>;
