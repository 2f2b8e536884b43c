// Plans a pair in the browser, the live one from the same facts as the server and the one behind a merged video, and
// names both sides.
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
import { type Lettering, shownName } from '#domain/lettering/lettering.ts';
import { bySide, type Side } from '#domain/side.ts';
import { onShownFrames } from '#domain/swing/swing.ts';
import { type ComparisonSide, type PartlyCompared, useComparisonSides } from '#web/clip/use-comparison-sides.ts';
import { useLettering } from '#web/player/framing/lettering-of.ts';
import { pictureName, usualNames } from '#web/player/framing/picture-names.ts';
import type { StagePlanner } from '#web/player/stage/stage-lesson.ts';
import { jointFrameStep } from '#web/player/synced/synced-loops.ts';
import type { SyncedSwings } from '#web/player/synced/synced-pair.ts';
import { tempoText } from '#web/words/timing-words.ts';
import { words } from '#web/words/words.ts';

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

const NO_EVIDENCE: Readonly<Record<Side, readonly SideEvidence[]>> = { user: [], pro: [] };

/** Both sides with bodies and lettering, to be planned (`seen`) and shown (`sources`), and their names. */
export function useSeenSides(
  sides: Readonly<Record<Side, ComparisonSide>>,
  bodies: Readonly<Record<Side, { readonly facts: BodyFacts | null }>>,
  { names }: ComparisonChoices,
  evidence = NO_EVIDENCE,
) {
  const { user, pro } = sides;
  /** The name of each side unless the visitor types another. */
  const usual = usualNames(pro.golferName);
  /** The name on the picture. */
  const pictured = bySide((side) => pictureName(names, side, usual));
  const written = { user: useLettering(pictured.user), pro: useLettering(pictured.pro) };
  const [userTempo, proTempo] = [useTempo(user), useTempo(pro)];
  const tempos = {
    user: useTempoLettering(names.isShown ? pictured.user : '', userTempo),
    pro: useTempoLettering(names.isShown ? pictured.pro : '', proTempo),
  };
  const [userFacts, proFacts] = [bodies.user.facts, bodies.pro.facts];
  const seen = useMemo(
    () => ({
      user: { ...user, body: userFacts, evidence: evidence.user, name: written.user, tempo: tempos.user },
      pro: { ...pro, body: proFacts, evidence: evidence.pro, name: written.pro, tempo: tempos.pro },
    }),
    [user, pro, userFacts, proFacts, evidence, written.user, written.pro, tempos.user, tempos.pro],
  );
  const around = { user: words.swing.you, pro: pro.golferName ?? words.swing.yourPro };
  /** The name around the pictures. */
  const shown = bySide((side) => shownName(names[side] ?? '') ?? around[side]);
  const sources = bySide((side) => {
    const { src, posterUrl } = sides[side];
    return { src, posterUrl, name: shown[side], tag: pictured[side] };
  });
  return { seen, sources, names: shown };
}

function useTempo({ annotatedClip, slowMotionFactor, doubts }: ComparisonSide): string | null {
  return useMemo(
    () => (annotatedClip ? tempoText({ ...annotatedClip, slowMotionFactor, doubts }) : null),
    [annotatedClip, slowMotionFactor, doubts],
  );
}

function useTempoLettering(name: string, tempo: string | null): Lettering | null {
  const lettering = useLettering(name, tempo ?? '');
  return tempo === null ? null : lettering;
}
