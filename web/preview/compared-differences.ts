// What differs most between two swings of which the bodies are known or not, with the evidence of each difference.

import { type FoundDifferences, findDifferences, type SwingDifference } from '#domain/comparison/differences.ts';
import { evidenceOf, type SideEvidence } from '#domain/comparison/evidence.ts';
import type { Side } from '#domain/side.ts';
import { factorInUse, type SlowMotionState } from '#domain/swing/slow-motion.ts';
import { footageOf } from '#domain/swing/timing-uncertainty.ts';
import type { SideBody } from '#web/body/use-bodies.ts';
import type { ComparedSwings, ComparisonSide } from '#web/clip/use-comparison-sides.ts';

/** A side's body as far as it is known. */
export type KnownBody = Pick<SideBody, 'measured' | 'facts' | 'said'>;

/** A difference, and its evidence on each side; null where there is nothing to draw. */
export interface ShownDifference {
  readonly difference: SwingDifference;
  readonly evidence: Readonly<Record<Side, SideEvidence | null>>;
}

export interface ComparedDifferences extends Omit<FoundDifferences, 'differences'> {
  readonly differences: readonly ShownDifference[];
}

type ClipSide = Pick<ComparisonSide, 'annotatedClip' | 'slowMotionFactor' | 'doubts'>;

/** The evidence of some differences, by the side on which it is drawn. */
export function evidenceOfAll(
  differences: readonly ShownDifference[],
): Readonly<Record<Side, readonly SideEvidence[]>> {
  const of = (side: Side) => differences.flatMap(({ evidence }) => evidence[side] ?? []);
  return { user: of('user'), pro: of('pro') };
}

interface Compared {
  readonly bodies: Readonly<Record<Side, KnownBody>>;
  /** False beside an earlier swing of the visitor. */
  readonly isBesidePro: boolean;
  /** The height of the golfer for whom lengths are told; the usual one if omitted. */
  readonly heightCm?: number;
}

/** The differences; null while a clip is not loaded. Until the bodies are known there are only those in timing. */
export function comparedDifferences(
  compared: ComparedSwings,
  { user, pro }: Readonly<Record<Side, ClipSide>>,
  { bodies, isBesidePro, heightCm }: Compared,
): ComparedDifferences | null {
  const [userClip, proClip] = [user.annotatedClip, pro.annotatedClip];
  if (!userClip || !proClip) return null;
  const isPaceKnown = ![compared.user, compared.pro.golferId === null ? compared.pro.video : null].some(isProposed);
  const { differences, areBodiesCompared, isWithinTour } = findDifferences(
    {
      user: { annotations: userClip.annotations, footage: footageIn(user), body: bodies.user.measured },
      pro: { annotations: proClip.annotations, footage: footageIn(pro), body: bodies.pro.measured },
    },
    { isPaceKnown, isBesidePro, heightCm },
  );
  const of = (difference: SwingDifference, { slowMotionFactor }: ClipSide, body: KnownBody) => {
    const { kind, position } = difference;
    if (kind === 'tempo' || kind === 'duration' || !body.facts || !body.measured) return null;
    const { annotations } = body.measured;
    return evidenceOf(kind, position, { track: body.facts.track, annotations, slowMotionFactor, said: body.said });
  };
  return {
    areBodiesCompared,
    isWithinTour,
    differences: differences.map((difference) => ({
      difference,
      evidence: { user: of(difference, user, bodies.user), pro: of(difference, pro, bodies.pro) },
    })),
  };
}

/** Whether a slow-motion factor is in use that the visitor has not confirmed. */
function isProposed(video: SlowMotionState | null): boolean {
  return video !== null && video.slowMotionFactor === null && factorInUse(video) > 1;
}

/** The facts that determine the uncertainty of one side's marks. */
export function footageIn({ annotatedClip, slowMotionFactor, doubts }: ClipSide) {
  return footageOf({
    clip: annotatedClip?.clip ?? null,
    annotations: annotatedClip?.annotations ?? { restTime: null, topTime: null, strikeTime: null },
    slowMotionFactor,
    doubts,
    newPicturesPerSecond: null,
  });
}
