// What a page lays over the pictures of the synced preview, and what it puts beside them.
import type { ReactNode } from 'react';
import type { ComparisonPlan, Side } from '#domain/comparison/comparison-plan.ts';
import type { Rect } from '#domain/comparison/pane-layout.ts';
import type { SyncedPair } from './synced-pair.ts';

/** One part of the canvas that is overlaid. */
export interface PictureOverlayPart {
  readonly pair: SyncedPair;
  readonly plan: ComparisonPlan;
  /** What of the canvas lies beneath: one side's whole picture, or all of it where one picture lies over the other. */
  readonly area: Rect;
  /** Whose picture it is; null for all of the canvas. */
  readonly of: string | null;
}

/** An overlay and its controls. */
export interface PictureOverlay {
  readonly over: (part: PictureOverlayPart) => ReactNode;
  readonly beside: (parts: {
    readonly pair: SyncedPair;
    readonly plan: ComparisonPlan;
    readonly names: Readonly<Record<Side, string>>;
  }) => ReactNode;
  /** Whether the controls stand beside the pictures where the screen has room; below them otherwise. */
  readonly isBeside: boolean;
}
