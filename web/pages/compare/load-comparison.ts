// Takes up what the analysis page left: the session's values and the files they speak of. Returns a problem instead of
// throwing; the page says it.
import { type Alignment, DEFAULT_ALIGNMENT } from '#domain/comparison-plan.ts';
import { isFullyMarked, type SwingAnnotations } from '#domain/swing.ts';
import { getClip } from '#web/lib/clip-storage.ts';
import { readSession, type SessionVideo } from '#web/lib/comparison-session.ts';
import type { SessionProblem } from '#web/lib/messages.ts';

/** One of the visitor's own videos, open. */
export interface OpenVideo {
  readonly file: File;
  readonly annotations: SwingAnnotations;
}

/** What is to be compared: the visitor's swing with a library golfer or with their own pro video. */
export interface Comparison {
  readonly user: OpenVideo;
  readonly pro: { readonly golferId: number } | { readonly golferId: null; readonly video: OpenVideo };
  readonly alignment: Alignment;
}

/** The comparison, or why there is none. */
export type LoadedComparison =
  | { readonly ok: true; readonly comparison: Comparison }
  | { readonly ok: false; readonly problem: SessionProblem };

/** Reads the session and opens the files. */
export async function loadComparison(): Promise<LoadedComparison> {
  const { userVideo, customProVideo, selectedPro, useCustomPro, alignmentType } = readSession();
  const alignment = alignmentType ?? DEFAULT_ALIGNMENT;
  if (userVideo === null) return refused('no-comparison');
  if (userVideo === 'invalid' || !canMeet(userVideo.annotations, alignment)) return refused('invalid');
  const user = await openVideo(userVideo);
  if (!user) return refused('no-comparison');

  if (!useCustomPro) {
    if (selectedPro === null) return refused('no-golfer');
    if (selectedPro === 'invalid') return refused('invalid');
    return { ok: true, comparison: { user, alignment, pro: { golferId: selectedPro.id } } };
  }
  if (customProVideo === null) return refused('no-custom-pro');
  if (customProVideo === 'invalid' || !isFullyMarked(customProVideo.annotations)) return refused('invalid');
  const video = await openVideo(customProVideo);
  return video
    ? { ok: true, comparison: { user, alignment, pro: { golferId: null, video } } }
    : refused('no-custom-pro');
}

function canMeet(annotations: SwingAnnotations, alignment: Alignment): boolean {
  return annotations.strikeTime !== null && (alignment === 'strike' || annotations.topTime !== null);
}

async function openVideo({ clipId, annotations }: SessionVideo): Promise<OpenVideo | null> {
  const file = await getClip(clipId);
  return file && { file, annotations };
}

function refused(problem: SessionProblem): LoadedComparison {
  return { ok: false, problem };
}
