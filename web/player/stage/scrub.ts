// Converts drags on the picture to merged frames. Pure.
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { framesPerSecond } from '#domain/time.ts';

/** Drag distance for one second of the comparison. */
export const PX_PER_SECOND = 200;

/** The merged frame that a drag of `byPx` reaches from a start frame. To the right is forward. */
export function scrubbedTo(plan: ComparisonPlan, fromFrame: number, byPx: number): number {
  const frames = Math.round((byPx / PX_PER_SECOND) * framesPerSecond(plan.frameRate));
  return Math.min(Math.max(fromFrame + frames, 0), plan.frameCount - 1);
}
