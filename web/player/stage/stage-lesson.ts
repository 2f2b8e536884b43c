// The connection between a lesson and the stage: a lesson records what the stage shows, or makes the stage show a
// recording.
import type { ReactNode } from 'react';
import type { Alignment, ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { Side } from '#domain/side.ts';
import type { Clip } from '#domain/video/clip.ts';
import type { PictureZoom } from '#web/player/screen/use-zoom.ts';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';

/** What a video of the pair is made from. */
export interface StagePlanner {
  /** The plan of a view as a file shows it; null where the clips do not allow it. */
  readonly planFor: (alignment: Alignment, choices: ComparisonChoices) => ComparisonPlan | null;
  readonly clips: Readonly<Record<Side, Clip>>;
  readonly addresses: Readonly<Record<Side, string | null>>;
}

/** The parts of a stage that a lesson reads and moves. */
export interface StageParts {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly choices: ComparisonChoices;
  readonly pictureZoom: PictureZoom;
  /** Null until both clips are read. */
  readonly planner: StagePlanner | null;
}

export interface StageLesson {
  /** Shown over the upper edge of the pictures in place of the chip; null for the chip. */
  readonly over: ((parts: StageParts) => ReactNode) | null;
  /** Shown above the chip, without {@link over}; null for nothing. */
  readonly aboveChip: ReactNode;
  /** Shown in place of verdict, timeline and tabs; null for these. */
  readonly below: ((parts: StageParts) => ReactNode) | null;
}
