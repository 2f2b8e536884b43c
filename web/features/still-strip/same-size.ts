// Frames both golfers of a still picture at one height with their feet on one line, like the merged video. Where that is
// impossible, the strip shows whole pictures.
import { bySide, type ComparisonChoices, type Side } from '#domain/comparison/comparison-choices.ts';
import {
  type AnnotatedClip,
  type BodyFacts,
  type ComparisonPlan,
  planComparison,
} from '#domain/comparison/comparison-plan.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import type { Stroke } from '#domain/drawing/drawing-geometry.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { evidenceStrokes } from '#domain/rendering/evidence-strokes.ts';

/** The frame of a side: the size of the visible part, and the rectangle of the whole picture in pixels of that part. */
export interface StillFrame extends Size {
  readonly picture: Rect;
}

/** The plan of stills beside each other, with golfers of one height where they can be framed; null where there is none. */
export function stillsPlan(
  clips: Readonly<Record<Side, AnnotatedClip>>,
  bodies: Readonly<Record<Side, BodyFacts | null>>,
  choices: ComparisonChoices,
): ComparisonPlan | null {
  const beside = { ...choices, layout: 'side-by-side', framing: 'golfers', isSwapped: false, hasStrip: false } as const;
  const { user, pro } = bySide((side) => ({ ...clips[side], body: bodies[side] }));
  const planned = planComparison(user, pro, 'strike', beside);
  return planned.ok ? planned.plan : null;
}

export function framesIn({ panes }: ComparisonPlan): Readonly<Record<Side, StillFrame>> {
  return bySide((side) => {
    const { rect, picture } = panes[side];
    const { widthPx, heightPx } = rect;
    return { widthPx, heightPx, picture: { ...picture, xPx: picture.xPx - rect.xPx, yPx: picture.yPx - rect.yPx } };
  });
}

/** The lines of a side's evidence, in pixels of its frame. */
export function linesIn(plan: ComparisonPlan, side: Side, evidence: SideEvidence): readonly Stroke[] {
  const { xPx, yPx } = plan.panes[side].rect;
  const moved = ({ x, y }: Stroke['from']) => ({ x: x - xPx, y: y - yPx });
  return evidenceStrokes(plan, side, evidence).map((stroke) => ({
    ...stroke,
    from: moved(stroke.from),
    to: moved(stroke.to),
  }));
}

export function wholeFrame({ widthPx, heightPx }: Size): StillFrame {
  return { widthPx, heightPx, picture: { xPx: 0, yPx: 0, widthPx, heightPx } };
}
