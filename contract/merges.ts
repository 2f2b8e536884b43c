// Merging two marked swings into one side-by-side video.
import { z } from 'zod';
import { MAX_NUDGE_FRAMES } from '#domain/comparison/comparison-choices.ts';
import { MAX_SLOW_MOTION_FACTOR } from '#domain/swing/slow-motion.ts';
import { AlignmentType, GolferId, Handle, OptionalTime, TimeText } from './wire.ts';

/** What is chosen for one side: see `domain/comparison/comparison-choices.ts`. */
const SideChoices = z.object({
  isMirrored: z.boolean('Invalid choices'),
  nudgeFrames: z
    .int('Invalid choices')
    .min(-MAX_NUDGE_FRAMES, 'Invalid choices')
    .max(MAX_NUDGE_FRAMES, 'Invalid choices'),
  slowMotionFactor: z
    .number('Invalid choices')
    .min(1, 'Invalid choices')
    .max(MAX_SLOW_MOTION_FACTOR, 'Invalid choices'),
});

/** Mirror, swap, nudge and the clips' pace. What a visitor chose in the live preview is what the file shows. */
export const Choices = z.object(
  { isSwapped: z.boolean('Invalid choices'), user: SideChoices, pro: SideChoices },
  'Invalid choices',
);

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
});

/** A comparison of a demo swing with a library golfer. Times are texts of seconds, empty when not marked. */
export const DemoMergeRequest = z.object({
  userStrikeTime: TimeText,
  userTopTime: TimeText,
  userRestTime: TimeText,
  proGolferId: GolferId,
  demoVideoUrl: z.string().max(500).describe('A videoUrl of GET /api/demo/list, to the letter'),
  alignmentType: AlignmentType,
});

/** Where the finished video is: a path on this server, readable by this visitor only. */
export const MergeResponse = z.object({ mergedVideoUrl: z.string() });

/** What a client sends for a comparison. */
export type MergeRequest = z.input<typeof MergeRequest>;
/** What a client sends for a demo comparison. */
export type DemoMergeRequest = z.input<typeof DemoMergeRequest>;
