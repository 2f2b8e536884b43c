// What a lesson adds to the stage: it records what the stage shows, or makes the stage show what was recorded.
import type { ReactNode } from 'react';
import type { ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { PictureZoom } from '#web/player/screen/use-zoom.ts';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';

/** The parts of a stage that a lesson reads and moves. */
export interface StageParts {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly choices: ComparisonChoices;
  readonly pictureZoom: PictureZoom;
}

/** A lesson on the stage. */
export interface StageLesson {
  /** Shown over the upper edge of the pictures in place of the chip; null for the chip. */
  readonly over: ((parts: StageParts) => ReactNode) | null;
  /** Shown in place of verdict, timeline and tabs; null for these. */
  readonly below: ((parts: StageParts) => ReactNode) | null;
}
