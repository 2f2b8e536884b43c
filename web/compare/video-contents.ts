// What a merged video shows besides the clips, wherever it is made: the golfers' bodies and the lettering.
import { type ComparisonChoices, needsOutlines, usesBodies } from '#domain/comparison/comparison-choices.ts';
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import { bySide, type Side } from '#domain/side.ts';
import type { Clip } from '#domain/video/clip.ts';
import { bodyFacts } from '#web/body/body-facts.ts';
import { type BodyLook, clipBodyOf } from '#web/body/clip-body.ts';
import { modelIsKept } from '#web/body/model/model-access.ts';
import { type BothLettering, bothLettering } from '#web/player/framing/lettering-of.ts';
import { tempoText } from '#web/words/timing-words.ts';
import { inTurn, namesIn, type ReadyComparison, type ReadySide } from './use-comparison.ts';

export type Bodies = Readonly<Record<Side, BodyFacts | null>>;

export const NOTHING_SEEN: Bodies = { user: null, pro: null };

/** The bodies of both golfers; null when the choices do not need them. */
export async function seeBodies(
  comparison: ReadyComparison,
  signal: AbortSignal,
  onLook: (side: Side, look: BodyLook) => void,
): Promise<Bodies | null> {
  const { choices, sides } = comparison;
  if (!usesBodies(choices) && !(await comesByItself(comparison))) return null;
  return inTurn((side) => {
    const { source, annotations, slowMotionFactor, bodyUrl } = sides[side];
    return bodyFacts(
      { of: source, source, annotations, slowMotionFactor, storedAt: bodyUrl },
      { wantsOutlines: side === 'pro' && needsOutlines(choices), signal, onLook: (look) => onLook(side, look) },
    );
  });
}

/** Whether to frame the golfers as in the live preview: only if tracked already, or trackable without a download. */
async function comesByItself({ choices, user }: ReadyComparison): Promise<boolean> {
  if (choices.framing === 'full') return false;
  return clipBodyOf(user.file).getState().facts !== null || (await modelIsKept());
}

/** Whether a choice needs a body that was not detected. A ghost of whole pictures does not. */
export function isMissing(choices: ComparisonChoices, bodies: Bodies | null): boolean {
  if (!bodies) return false;
  const lacksLines = (choices.hasBodyLines || choices.hasEvidence) && !(bodies.user && bodies.pro);
  return lacksLines || (needsOutlines(choices) && !bodies.pro?.outlines);
}

export async function writtenOf(comparison: ReadyComparison): Promise<BothLettering> {
  const { choices, sides } = comparison;
  const names = namesIn(comparison);
  const tempos = await inTurn(async (side) => {
    if (!choices.hasStrip) return null;
    const { annotations, slowMotionFactor, doubts } = sides[side];
    return tempoText({ clip: await clipOf(sides[side]), annotations, slowMotionFactor, doubts });
  });
  return bothLettering(
    bySide((side) => (choices.names.isShown ? names[side] : '')),
    tempos,
  );
}

/** The frames of a side's clip, as the live preview reads them; null when they cannot be read. */
export async function clipOf({ video, clip }: ReadySide): Promise<Clip | null> {
  if (!video) return clip;
  // Loads the frame reader, which the live preview also needs.
  const { clipOfFile } = await import('#web/clip/playable-file.ts');
  return clipOfFile(video.file);
}
