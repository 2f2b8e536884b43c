// Frames both golfers of a still strip at one height with their feet on one line, like the merged video. Where that is
// impossible, the strip shows whole pictures.
import type { ComparisonChoices, Side } from '#domain/comparison/comparison-choices.ts';
import {
  type AnnotatedClip,
  type BodyFacts,
  type PlannedPane,
  planComparison,
} from '#domain/comparison/comparison-plan.ts';
import type { Rect, Size } from '#domain/geometry.ts';

/** The frame of a side: the size of the visible part, and the rectangle of the whole picture in pixels of that part. */
export interface StillFrame extends Size {
  readonly picture: Rect;
}

/** Both frames; null if the golfers cannot be framed. */
export function sameSizeFrames(
  clips: Readonly<Record<Side, AnnotatedClip>>,
  bodies: Readonly<Record<Side, BodyFacts | null>>,
  choices: ComparisonChoices,
): Readonly<Record<Side, StillFrame>> | null {
  const beside = { ...choices, layout: 'side-by-side', framing: 'golfers', isSwapped: false, hasStrip: false } as const;
  const planned = planComparison(
    { ...clips.user, body: bodies.user },
    { ...clips.pro, body: bodies.pro },
    'strike',
    beside,
  );
  if (!planned.ok || !planned.plan.isFramed) return null;
  const { user, pro } = planned.plan.panes;
  return { user: frameOf(user), pro: frameOf(pro) };
}

/** A whole picture as a frame. */
export function wholeFrame({ widthPx, heightPx }: Size): StillFrame {
  return { widthPx, heightPx, picture: { xPx: 0, yPx: 0, widthPx, heightPx } };
}

function frameOf({ rect, picture }: PlannedPane): StillFrame {
  const { widthPx, heightPx } = rect;
  return { widthPx, heightPx, picture: { ...picture, xPx: picture.xPx - rect.xPx, yPx: picture.yPx - rect.yPx } };
}
