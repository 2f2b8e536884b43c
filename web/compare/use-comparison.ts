// The comparison of the page: loaded from the session, its files opened, with the golfer's marks from the library.
// Without one it raises a toast and redirects to / (specification §4).
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { GolferDetail } from '#contract/golfers.ts';
import {
  type Alignment,
  type ComparisonChoices,
  DEFAULT_ALIGNMENT,
  withSlowMotion,
} from '#domain/comparison/comparison-choices.ts';
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import { missingFor } from '#domain/comparison/readiness.ts';
import { type ClubKind, clubKindOf, FILMED_UNKNOWN, type Filmed } from '#domain/library/golfer.ts';
import { doubtsOf } from '#domain/moments/taken-moments.ts';
import { bySide, type Side } from '#domain/side.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { isFullyMarked, onShownFrames, type SwingAnnotations } from '#domain/swing/swing.ts';
import type { Doubts } from '#domain/swing/timing-uncertainty.ts';
import type { Clip } from '#domain/video/clip.ts';
import { marksOf } from '#web/api/query.tsx';
import { clipBodyOf } from '#web/body/clip-body.ts';
import { measuredBody, saidOf } from '#web/body/use-bodies.ts';
import { readSession, writeSession } from '#web/clip/comparison-session.ts';
import { openSwingVideo, type SwingVideo } from '#web/clip/swing-video.ts';
import { type ComparedSwings, comparisonKey } from '#web/clip/use-comparison-sides.ts';
import type { DrawnStroke } from '#web/drawing/placed-stroke.ts';
import { includeDrawings, includedDrawings } from '#web/drawing/stored-drawings.ts';
import { isThenAndNow } from '#web/kept/then-and-now.ts';
import { useKeptGolfer } from '#web/kept/use-kept-golfer.ts';
import { pictureName, usualNames } from '#web/player/framing/picture-names.ts';
import { comparedDifferences, evidenceOfAll, type KnownBody } from '#web/preview/compared-differences.ts';
import { useGolferVideoAtHand } from '#web/render/golfer-video.ts';
import { type SessionProblem, sessionRefused } from '#web/ui/toast/messages.ts';
import { toast } from '#web/ui/toast/toast-store.ts';

/** The visitor's choices: alignment, tempo, swap, mirror and nudge. */
export interface ComparisonDraft {
  readonly alignment: Alignment;
  readonly choices: ComparisonChoices;
  readonly drawn: readonly DrawnStroke[];
}

type Comparison = ComparedSwings & ComparisonDraft;

type LoadedComparison =
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

/** One side of the comparison, whether it shows the visitor or a golfer. */
export interface ReadySide {
  /** Null for a golfer of the library. */
  readonly video: SwingVideo | null;
  /** The visitor's file, or the address of the golfer's video. */
  readonly source: File | string;
  /** The facts of the golfer's video; null for a file, from which they are read. */
  readonly clip: Clip | null;
  readonly annotations: SwingAnnotations;
  readonly doubts: Doubts;
  /** How many times slower than real time it plays. */
  readonly slowMotionFactor: number;
  /** The address of the golfer's stored body; null without one. */
  readonly bodyUrl: string | null;
  /** View and hand as the library states them. */
  readonly filmed: Filmed;
  /** As the visitor or the library names it; null while it is unknown. */
  readonly club: ClubKind | null;
}

export type ReadyComparison = Comparison & {
  /** Null for the visitor's own pro video. */
  readonly golferName: string | null;
  readonly sides: Readonly<Record<Side, ReadySide>>;
};

export function pacedChoices({ choices, sides }: ReadyComparison): ComparisonChoices {
  return withSlowMotion(
    choices,
    bySide((side) => sides[side].slowMotionFactor),
  );
}

export function namesIn({ choices, golferName }: ReadyComparison): Readonly<Record<Side, string>> {
  const usual = usualNames(golferName);
  return bySide((side) => pictureName(choices.names, side, usual));
}

/** The same for both sides, one after the other. */
export async function inTurn<Value>(make: (side: Side) => Promise<Value>): Promise<Readonly<Record<Side, Value>>> {
  return { user: await make('user'), pro: await make('pro') };
}

/**
 * The evidence that the live comparison draws at each difference; null where that is switched off or a body was not
 * seen.
 */
export function includedEvidence(
  { user, pro, sides, choices }: ReadyComparison,
  clips: Readonly<Record<Side, Clip>>,
  bodies: Readonly<Record<Side, BodyFacts | null>> | null,
): Readonly<Record<Side, readonly SideEvidence[]>> | null {
  if (!choices.hasEvidence || !bodies?.user || !bodies.pro) return null;
  const known = bySide((side): KnownBody => {
    const { source, filmed, annotations, slowMotionFactor, club } = sides[side];
    const facts = bodies[side];
    // What the visitor corrected counts more than what the library states.
    const said = { ...saidOf(filmed), ...clipBodyOf(source).getState().said };
    const marks = { annotations: onShownFrames(clips[side], annotations), slowMotionFactor };
    return { facts, said, measured: facts && measuredBody(facts, marks, said, club) };
  });
  const annotated = bySide((side) => {
    const { annotations, slowMotionFactor, doubts } = sides[side];
    return { annotatedClip: { clip: clips[side], annotations }, slowMotionFactor, doubts };
  });
  const isBesidePro = !isThenAndNow(choices);
  const compared = comparedDifferences({ user, pro }, annotated, { bodies: known, isBesidePro });
  return compared && evidenceOfAll(compared.differences);
}

export function useComparison() {
  const [comparison, setComparison] = useLoadedComparison();
  const golferId = comparison?.pro.golferId ?? null;
  const golfer = useKeptGolfer(golferId);
  const [ready, setReady] = useState<ReadyComparison | null>(null);

  useGolferVideoAtHand(golfer.data?.videoUrl ?? null);

  useEffect(() => {
    if (comparison) setReady(readyOf(comparison, golfer.data));
  }, [comparison, golfer.data]);

  function remake({ alignment, choices, drawn }: ComparisonDraft) {
    writeSession({ alignmentType: alignment, choices });
    setComparison((old) => old && { ...old, alignment, choices, drawn: includeDrawings(comparisonKey(old), drawn) });
  }

  /** Records the answer about one of the visitor's own clips: changes its pace and makes the merged video again. */
  function answerSlowMotion(side: Side, slowMotionFactor: number) {
    keepAnswer(side, slowMotionFactor);
    setComparison((old) => old && withAnswer(old, side, slowMotionFactor));
  }

  return { ready, remake, answerSlowMotion, golferError: golfer.error, loadGolfer: golfer.refetch };
}

/** Null while its golfer is loading. */
function readyOf(comparison: Comparison, golfer: GolferDetail | undefined): ReadyComparison | null {
  const { pro } = comparison;
  const user = ownSide(comparison.user);
  if (pro.golferId === null) return { ...comparison, golferName: null, sides: { user, pro: ownSide(pro.video) } };
  return golfer ? { ...comparison, golferName: golfer.name, sides: { user, pro: golferSide(golfer) } } : null;
}

export function ownSide(video: SwingVideo): ReadySide {
  const { file, annotations, taken, club = null } = video;
  const doubts = taken ? doubtsOf(annotations, taken) : {};
  const ofLibrary = { clip: null, bodyUrl: null, filmed: FILMED_UNKNOWN };
  return { video, source: file, annotations, doubts, club, slowMotionFactor: factorInUse(video), ...ofLibrary };
}

function golferSide(golfer: GolferDetail): ReadySide {
  const { videoUrl, clip, slowMotionFactor, bodyUrl, view, hand } = golfer;
  const known = { annotations: marksOf(golfer), doubts: {}, club: clubKindOf(golfer) };
  return { video: null, source: videoUrl, clip, ...known, slowMotionFactor, bodyUrl, filmed: { view, hand } };
}

function withAnswer(comparison: Comparison, side: Side, slowMotionFactor: number): Comparison {
  const { user, pro } = comparison;
  if (side === 'user') return { ...comparison, user: { ...user, slowMotionFactor } };
  if (pro.golferId !== null) return comparison;
  return { ...comparison, pro: { ...pro, video: { ...pro.video, slowMotionFactor } } };
}

/** The analysis page and a reload need it too. */
function keepAnswer(side: Side, slowMotionFactor: number): void {
  const key = side === 'user' ? 'userVideo' : 'customProVideo';
  const video = readSession()[key];
  if (video !== null && video !== 'invalid') writeSession({ [key]: { ...video, slowMotionFactor } });
}

function useLoadedComparison() {
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const [, navigate] = useLocation();
  useEffect(() => {
    let abandoned = false;
    void loadComparison().then((loaded) => {
      if (abandoned) return;
      if (loaded.ok) setComparison(loaded.comparison);
      else {
        toast(sessionRefused(loaded.problem));
        navigate('/', { replace: true });
      }
    });
    return () => {
      abandoned = true;
    };
  }, [navigate]);
  return [comparison, setComparison] as const;
}
