// The bodies of both sides of a live comparison, as React hooks.
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { bodyAngles, type SaidOfBody } from '#domain/body/body-angles.ts';
import type { MeasuredBody } from '#domain/comparison/body-comparison.ts';
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import type { ClubKind, Filmed } from '#domain/library/golfer.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { onShownFrames } from '#domain/swing/swing.ts';
import type { ComparedSwings, ComparisonSide } from '#web/clip/use-comparison-sides.ts';
import { type BodyClip, type ClipBodyState, clipBodyOf, NOT_LOOKED_AT } from './clip-body.ts';

export interface SideBody extends ClipBodyState {
  /** Null while the clip is not loaded. */
  readonly clip: BodyClip | null;
  /** Null until the body is measured completely. */
  readonly measured: MeasuredBody | null;
}

const NOTHING = createStore<ClipBodyState>(() => NOT_LOOKED_AT);

/** Both bodies. Does not start tracking. */
export function useBodies(
  compared: ComparedSwings,
  sides: Readonly<Record<Side, ComparisonSide>>,
): Readonly<Record<Side, SideBody>> {
  const user = useSideBody(compared.user.file, sides.user);
  const pro = useSideBody(compared.pro.golferId === null ? compared.pro.video.file : null, sides.pro);
  return useMemo(() => ({ user, pro }), [user, pro]);
}

function useSideBody(file: File | null, side: ComparisonSide): SideBody {
  const { src, annotatedClip, slowMotionFactor, bodyUrl: storedAt, filmed, club } = side;
  const clip = useMemo((): BodyClip | null => {
    if (!annotatedClip || src === null) return null;
    const annotations = onShownFrames(annotatedClip.clip, annotatedClip.annotations);
    const source = file && src.startsWith('blob:') ? file : src;
    const { frameTimes } = annotatedClip.clip;
    return { of: file ?? src, source, annotations, slowMotionFactor, storedAt, said: saidOf(filmed), frameTimes };
  }, [file, src, annotatedClip, slowMotionFactor, storedAt, filmed]);
  const { look, facts, isComplete, said: corrected } = useStore(clip ? clipBodyOf(clip.of) : NOTHING);
  return useMemo(() => {
    const said = { ...clip?.said, ...corrected };
    const measured = clip && facts && isComplete ? measuredBody(facts, clip, said, club) : null;
    return { clip, look, facts, isComplete, said, measured };
  }, [clip, look, facts, isComplete, corrected, club]);
}

/** The measurements of a seen body at the marks of its clip. */
export function measuredBody(
  { track }: BodyFacts,
  { annotations, slowMotionFactor }: Pick<BodyClip, 'annotations' | 'slowMotionFactor'>,
  said: SaidOfBody,
  club: ClubKind | null,
): MeasuredBody {
  return { angles: bodyAngles(track, annotations, slowMotionFactor, said), annotations, club };
}

/** View and hand according to the library. */
export function saidOf({ view, hand }: Filmed): SaidOfBody {
  return { ...(view && { view }), ...(hand && { hand }) };
}

/** What to track in a comparison: nothing, both bodies, or both and the pro's outlines. */
export type LookingFor = 'nothing' | 'bodies' | 'outlines';

/** Tracks both bodies while wanted. Unfinished tracking stops when a clip is replaced or left. */
export function useLooking(bodies: Readonly<Record<Side, SideBody>>, wanted: LookingFor): void {
  useLookingAt(bodies.user.clip, wanted !== 'nothing', false);
  useLookingAt(bodies.pro.clip, wanted !== 'nothing', wanted === 'outlines');
}

function useLookingAt(clip: BodyClip | null, isWanted: boolean, wantsOutlines: boolean): void {
  const of = clip?.of;
  useEffect(() => {
    if (clip && isWanted) clipBodyOf(clip.of).look(clip, { wantsOutlines });
  }, [clip, isWanted, wantsOutlines]);
  // A separate effect, so that moving marks within the tracked stretch does not stop the tracking.
  useEffect(() => {
    if (of && isWanted) return () => clipBodyOf(of).stop();
  }, [of, isWanted]);
}

/** Continues after the visitor has agreed to the download. */
export function lookAfterAll(bodies: Readonly<Record<Side, SideBody>>, wanted: LookingFor): void {
  for (const side of SIDES) {
    const { clip } = bodies[side];
    const wantsOutlines = side === 'pro' && wanted === 'outlines';
    if (clip) clipBodyOf(clip.of).look(clip, { mayDownload: true, wantsOutlines });
  }
}
