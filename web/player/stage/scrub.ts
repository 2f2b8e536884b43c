// How a drag on the picture moves through the swing. Pure.
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { framesPerSecond } from '#domain/time.ts';

/** A drag across this many pixels is one second of the comparison. */
export const PX_PER_SECOND = 200;

/** The merged frame that a drag by some pixels reaches from another one: to the right is forward. */
export function scrubbedTo(plan: ComparisonPlan, fromFrame: number, byPx: number): number {
  const frames = Math.round((byPx / PX_PER_SECOND) * framesPerSecond(plan.frameRate));
  return Math.min(Math.max(fromFrame + frames, 0), plan.frameCount - 1);
}
