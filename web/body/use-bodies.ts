// The bodies of both sides of a live comparison, as React components use them.
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { bodyAngles, type SaidOfBody } from '#domain/body/body-angles.ts';
import type { MeasuredBody } from '#domain/body/body-comparison.ts';
import { SIDES, type Side } from '#domain/comparison/comparison-plan.ts';
import type { Filmed } from '#domain/library/golfer.ts';
import { onShownFrames } from '#domain/swing/swing.ts';
import type { ComparedSwings, ComparisonSide } from '#web/videos/use-comparison-sides.ts';
import { type BodyClip, type ClipBodyState, clipBodyOf, NOT_LOOKED_AT } from './clip-body.ts';

/** The body of one side. */
export interface SideBody extends ClipBodyState {
  /** Null while the clip is not loaded. */
  readonly clip: BodyClip | null;
  /** Null until the body is seen. */
  readonly measured: MeasuredBody | null;
}

const NOTHING = createStore<ClipBodyState>(() => NOT_LOOKED_AT);
const wanted = createStore<boolean>(() => false);

/** Whether the visitor wants to see body lines, on whichever page the comparison plays. */
export function useBodyLinesWanted(): readonly [boolean, (wanted: boolean) => void] {
  return [useStore(wanted), setBodyLinesWanted];
}

/** Turns body lines on or off. */
export function setBodyLinesWanted(isWanted: boolean): void {
  wanted.setState(isWanted, true);
}

/** Both bodies; nothing is looked for because of this. */
export function useBodies(
  compared: ComparedSwings,
  sides: Readonly<Record<Side, ComparisonSide>>,
): Readonly<Record<Side, SideBody>> {
  const user = useSideBody(compared.user.file, sides.user);
  const pro = useSideBody(compared.pro.golferId === null ? compared.pro.video.file : null, sides.pro);
  return useMemo(() => ({ user, pro }), [user, pro]);
}

function useSideBody(file: File | null, side: ComparisonSide): SideBody {
  const { src, annotatedClip, slowMotionFactor, bodyUrl: storedAt, filmed } = side;
  const clip = useMemo((): BodyClip | null => {
    if (!annotatedClip || src === null) return null;
    const annotations = onShownFrames(annotatedClip.clip, annotatedClip.annotations);
    const source = file && src.startsWith('blob:') ? file : src;
    return { of: file ?? src, source, annotations, slowMotionFactor, storedAt, said: saidOf(filmed) };
  }, [file, src, annotatedClip, slowMotionFactor, storedAt, filmed]);
  const { look, said: corrected } = useStore(clip ? clipBodyOf(clip.of) : NOTHING);
  return useMemo(() => {
    const said = { ...clip?.said, ...corrected };
    if (!clip || look.stage !== 'seen') return { clip, look, said, measured: null };
    const { annotations } = clip;
    const angles = bodyAngles(look.track, annotations, clip.slowMotionFactor, said);
    return { clip, look, said, measured: { angles, annotations } };
  }, [clip, look, corrected]);
}

/** What the library knows of view and hand. */
function saidOf({ view, hand }: Filmed): SaidOfBody {
  return { ...(view && { view }), ...(hand && { hand }) };
}

/** Looks for both bodies while that is wanted. What has not come to its end stops when a clip is replaced or left. */
export function useLooking(bodies: Readonly<Record<Side, SideBody>>, isWanted: boolean): void {
  useLookingAt(bodies.user.clip, isWanted);
  useLookingAt(bodies.pro.clip, isWanted);
}

function useLookingAt(clip: BodyClip | null, isWanted: boolean): void {
  const of = clip?.of;
  useEffect(() => {
    if (clip && isWanted) clipBodyOf(clip.of).look(clip);
  }, [clip, isWanted]);
  // Apart from the above: marks that move within what is looked at do not stop it.
  useEffect(() => {
    if (of && isWanted) return () => clipBodyOf(of).stop();
  }, [of, isWanted]);
}

/** Goes on after the visitor has agreed to the download. */
export function lookAfterAll(bodies: Readonly<Record<Side, SideBody>>): void {
  for (const side of SIDES) {
    const { clip } = bodies[side];
    if (clip) clipBodyOf(clip.of).look(clip, { mayDownload: true });
  }
}
