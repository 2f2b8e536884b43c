// Loads the comparison from the session and opens its files. Returns a problem instead of throwing.
import { type Alignment, type ComparisonChoices, DEFAULT_ALIGNMENT } from '#domain/comparison/comparison-choices.ts';
import { missingFor } from '#domain/comparison/readiness.ts';
import { isFullyMarked } from '#domain/swing/swing.ts';
import type { DrawnStroke } from '#web/features/drawing/drawing-history.ts';
import { includedDrawings } from '#web/features/drawing/stored-drawings.ts';
import type { SessionProblem } from '#web/lib/messages.ts';
import { readSession } from '#web/swing/comparison-session.ts';
import { openSwingVideo } from '#web/videos/swing-video.ts';
import { type ComparedSwings, comparisonKey } from '#web/videos/use-comparison-sides.ts';

/** The visitor's choices: alignment, tempo, swap, mirror and nudge. */
export interface ComparisonDraft {
  readonly alignment: Alignment;
  readonly choices: ComparisonChoices;
  /** The drawings in the merged video. */
  readonly drawn: readonly DrawnStroke[];
}

/** The comparison: the visitor's swing with a library golfer or with their own pro video. */
export type Comparison = ComparedSwings & ComparisonDraft;

/** The comparison, or why there is none. */
export type LoadedComparison =
  | { readonly ok: true; readonly comparison: Comparison }
  | { readonly ok: false; readonly problem: SessionProblem };

export async function loadComparison(): Promise<LoadedComparison> {
  const { userVideo, customProVideo, selectedPro, useCustomPro, alignmentType, choices } = readSession();
  const alignment = alignmentType ?? DEFAULT_ALIGNMENT;
  if (userVideo === null) return refused('no-comparison');
  if (userVideo === 'invalid' || missingFor(alignment, userVideo.annotations).length > 0) return refused('invalid');
  const user = await openSwingVideo(userVideo);
  if (!user) return refused('no-comparison');

  if (!useCustomPro) {
    if (selectedPro === null) return refused('no-golfer');
    if (selectedPro === 'invalid') return refused('invalid');
    return loaded({ user, pro: { golferId: selectedPro.id } }, { alignment, choices });
  }
  if (customProVideo === null) return refused('no-custom-pro');
  if (customProVideo === 'invalid' || !isFullyMarked(customProVideo.annotations)) return refused('invalid');
  const video = await openSwingVideo(customProVideo);
  return video ? loaded({ user, pro: { golferId: null, video } }, { alignment, choices }) : refused('no-custom-pro');
}

function loaded(swings: ComparedSwings, chosen: Omit<ComparisonDraft, 'drawn'>): LoadedComparison {
  return { ok: true, comparison: { ...swings, ...chosen, drawn: includedDrawings(comparisonKey(swings)) } };
}

function refused(problem: SessionProblem): LoadedComparison {
  return { ok: false, problem };
}
