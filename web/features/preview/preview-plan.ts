// Plans a pair in the browser: the live one, from the same facts as the server, and the one behind a merged video.
import { useMemo } from 'react';
import { type Alignment, type ComparisonChoices, withSlowMotion } from '#domain/comparison/comparison-choices.ts';
import {
  type AnnotatedClip,
  type BodyFacts,
  type ComparisonPlan,
  type PlanProblem,
  planComparison,
} from '#domain/comparison/comparison-plan.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import type { Lettering } from '#domain/lettering/lettering.ts';
import { onShownFrames } from '#domain/swing/swing.ts';
import type { StagePlanner } from '#web/player/stage/stage-lesson.ts';
import { jointFrameStep } from '#web/player/synced/synced-loops.ts';
import type { SyncedSwings } from '#web/player/synced/synced-pair.ts';
import { type ComparisonSide, type PartlyCompared, useComparisonSides } from '#web/videos/use-comparison-sides.ts';

/** The swings to play, or why they cannot be played. */
export type Planned = SyncedSwings | 'loading' | 'unreadable' | PlanProblem['problem'];

/** A side with the body facts of its golfer, and the lettering of its name and tempo. */
type SeenSide = ComparisonSide & {
  readonly body: BodyFacts | null;
  readonly evidence?: readonly SideEvidence[];
  readonly name: Lettering | null;
  readonly tempo: Lettering | null;
};

function withBody({ annotatedClip, body, evidence = [], name, tempo }: SeenSide): AnnotatedClip | null | undefined {
  return annotatedClip && { ...annotatedClip, body, evidence, name, tempo };
}

/** Plans two sides for a place of a given aspect ratio (width divided by height), or returns the problem. */
export function planOf(
  userSide: SeenSide,
  proSide: SeenSide,
  alignment: Alignment,
  chosen: ComparisonChoices,
  aspect: number | null,
): Planned {
  const [user, pro] = [withBody(userSide), withBody(proSide)];
  if (user === null || pro === null) return 'unreadable';
  if (!user || !pro) return 'loading';
  const choices = withSlowMotion(chosen, { user: userSide.slowMotionFactor, pro: proSide.slowMotionFactor });
  const result = planComparison(user, pro, alignment, choices, aspect);
  if (!result.ok) return result.problem;
  return {
    plan: result.plan,
    frameTimes: { user: user.clip.frameTimes, pro: pro.clip.frameTimes },
    marks: { user: onShownFrames(user.clip, user.annotations), pro: onShownFrames(pro.clip, pro.annotations) },
    frameStep: jointFrameStep(result.plan, { user: user.clip.frameRate, pro: pro.clip.frameRate }),
  };
}

/** Whether another alignment can solve the problem. */
export function canBeSolved(planned: Planned): boolean {
  return planned === 'top-not-marked' || planned === 'rest-not-marked' || planned === 'tempos-too-unlike';
}

/** Plans other views of the same two sides, as a file shows them. For sides whose clips are read. */
export function plannerOf(user: SeenSide, pro: SeenSide): StagePlanner | null {
  if (!user.annotatedClip || !pro.annotatedClip) return null;
  return {
    planFor(alignment, choices) {
      const planned = planOf(user, pro, alignment, choices, null);
      return typeof planned === 'object' ? planned.plan : null;
    },
    clips: { user: user.annotatedClip.clip, pro: pro.annotatedClip.clip },
    addresses: { user: user.src, pro: pro.src },
  };
}

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
