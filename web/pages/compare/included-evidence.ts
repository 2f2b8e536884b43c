// The evidence of the differences in a comparison's saved video.
import type { MergeRequest } from '#contract/merges.ts';
import type { SaidOfBody } from '#domain/body/body-angles.ts';
import { bySide, type Side } from '#domain/comparison/comparison-choices.ts';
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import { doubtsOf } from '#domain/moments/taken-moments.ts';
import { onShownFrames } from '#domain/swing/swing.ts';
import type { Clip } from '#domain/video/clip.ts';
import { clipBodyOf } from '#web/body/clip-body.ts';
import { comparedDifferences, evidenceOfAll, type KnownBody } from '#web/body/compared-differences.ts';
import { measuredBody, saidOf } from '#web/body/use-bodies.ts';
import type { ReadyComparison } from './use-comparison.ts';

type BothEvidence = Readonly<Record<Side, readonly SideEvidence[]>>;

/** What the live comparison draws at each difference; null where that is switched off or a body was not seen. */
export function includedEvidence(
  comparison: ReadyComparison,
  clips: Readonly<Record<Side, Clip>>,
  bodies: Readonly<Record<Side, BodyFacts | null>> | null,
): BothEvidence | null {
  const { user, pro, proAnnotations, slowMotionFactors, choices } = comparison;
  if (!choices.hasEvidence || !bodies?.user || !bodies.pro) return null;
  const video = { user, pro: pro.golferId === null ? pro.video : null };
  const marks = { user: user.annotations, pro: proAnnotations };
  const sides = bySide((side) => {
    const { taken } = video[side] ?? {};
    return {
      annotatedClip: { clip: clips[side], annotations: marks[side] },
      slowMotionFactor: slowMotionFactors[side],
      doubts: taken ? doubtsOf(marks[side], taken) : {},
    };
  });
  const known = bySide((side): KnownBody => {
    const facts = bodies[side];
    const said = saidFor(comparison, side);
    const annotations = onShownFrames(clips[side], marks[side]);
    const measured = facts && measuredBody(facts, { annotations, slowMotionFactor: slowMotionFactors[side] }, said);
    return { facts, said, measured };
  });
  const compared = comparedDifferences({ user, pro }, sides, known);
  return compared && evidenceOfAll(compared.differences);
}

/** The same for the server; null where the clips cannot be read here, too. */
export function sentEvidence(
  comparison: ReadyComparison,
  { user, pro }: Readonly<Record<Side, Clip | null>>,
  bodies: Readonly<Record<Side, BodyFacts | null>> | null,
): MergeRequest['evidence'] {
  const evidence = user && pro && includedEvidence(comparison, { user, pro }, bodies);
  const sent = ({ at, shapes }: SideEvidence) => ({
    at,
    shapes: shapes.map((shape) => ({ ...shape, points: [...shape.points] })),
  });
  return evidence && { user: evidence.user.map(sent), pro: evidence.pro.map(sent) };
}

/** How a golfer was filmed: what the library states, and what the visitor corrected. */
function saidFor({ user, pro, golferFilmed, golferVideoUrl }: ReadyComparison, side: Side): SaidOfBody {
  if (side === 'user') return clipBodyOf(user.file).getState().said;
  if (pro.golferId === null) return clipBodyOf(pro.video.file).getState().said;
  return { ...saidOf(golferFilmed), ...(golferVideoUrl !== null && clipBodyOf(golferVideoUrl).getState().said) };
}
