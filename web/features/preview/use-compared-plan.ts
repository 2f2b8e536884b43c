// The plan of a comparison. It tells when each position is reached, which the merged video does not contain.
import { useMemo } from 'react';
import { type Alignment, type ComparisonChoices, withSlowMotion } from '#domain/comparison/comparison-choices.ts';
import { type ComparisonPlan, planComparison } from '#domain/comparison/comparison-plan.ts';
import { type PartlyCompared, useComparisonSides } from '#web/videos/use-comparison-sides.ts';

/** The plan, without bodies and names; null while the clips are being read, or if they cannot be compared here. */
export function useComparedPlan(
  swings: PartlyCompared,
  alignment: Alignment,
  choices: ComparisonChoices,
): ComparisonPlan | null {
  const { user, pro } = useComparisonSides(swings);
  return useMemo(() => {
    if (!user.annotatedClip || !pro.annotatedClip) return null;
    const paced = withSlowMotion(choices, { user: user.slowMotionFactor, pro: pro.slowMotionFactor });
    const planned = planComparison(user.annotatedClip, pro.annotatedClip, alignment, paced);
    return planned.ok ? planned.plan : null;
  }, [user, pro, alignment, choices]);
}
