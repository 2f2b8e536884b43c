// Plans a comparison: two annotated clips and an alignment become one frozen plan that the server's renderer and the
// browser's player both follow.
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { Lettering } from '#domain/lettering/lettering.ts';
import type { OutlineTrack } from '#domain/outline/outline.ts';
import {
  firstOutOfOrder,
  isInsideClip,
  onShownFrames,
  POSITIONS,
  type SwingAnnotations,
  timeOf,
} from '#domain/swing/swing.ts';
import {
  type FrameRate,
  frameDuration,
  framesPerSecond,
  higherFrameRate,
  type PlanTime,
  planTime,
  type SourceTime,
  sourceTime,
  timesFaster,
} from '#domain/time.ts';
import { type Clip, firstFrameTime, lastFrameTime } from '#domain/video/clip.ts';
import { layOutCanvas } from './canvas-layout.ts';
import {
  type Alignment,
  AS_FILMED,
  type ComparisonChoices,
  type GhostLook,
  type GolferBox,
  type Layout,
  needsOutlines,
  type Side,
  type SideChoices,
} from './comparison-choices.ts';
import { golferBoxIn, sidePicture } from './golfer-room.ts';
import { lookAheadOf, matchPositions } from './matched-positions.ts';
import { type PlannedName, planName } from './name-place.ts';
import { MAX_CANVAS, type Size } from './pane-layout.ts';
import type { SidePlace } from './picture-place.ts';
import { aboveStrip, type PlannedPosition, type PlannedStrip, planPositions, planStrip } from './strip-place.ts';
import { fittedSpan, spanOf, swingOf } from './swing-span.ts';
import type { Knot, TimeMap } from './time-map.ts';

/** The body and outlines detected in a clip. */
export interface BodyFacts {
  readonly track: BodyTrack;
  /** Null where they were not requested. */
  readonly outlines: OutlineTrack | null;
}

/** One video with its marks: the input for one side of a comparison. */
export interface AnnotatedClip {
  readonly clip: Clip;
  readonly annotations: SwingAnnotations;
  /** Absent or null where the golfer's body is unknown. */
  readonly body?: BodyFacts | null;
  /** The lettering of the side's name; absent or null without one. */
  readonly name?: Lettering | null;
  /** The lettering of the side's tempo; absent or null where it is unknown. */
  readonly tempo?: Lettering | null;
}

/** How one side is shown. */
export interface PlannedPane extends SidePlace, TimeMap {
  /** The source time of the frame that meets the other side's at `meetAt`, in seconds: this side's nudged strike or top. */
  readonly eventAt: SourceTime;
  /**
   * The plan times that this side's source times are tied to: its event at `meetAt`, or rest, top and strike where its
   * tempo is fitted to the other side's.
   */
  readonly knots: readonly Knot[];
  /**
   * Source seconds per plan second before the first and after the last knot: the clip's slow-motion factor, so that
   * both sides move in real time.
   */
  readonly pace: number;
  /** The first shown frame's time, in seconds. It is held until the side's footage begins. */
  readonly firstFrameAt: SourceTime;
  /** The last shown frame's time, in seconds. It is held from then on. */
  readonly lastFrameAt: SourceTime;
  /**
   * Look-ahead of a merged frame into the source, in source seconds at `pace`: half of the merged frame's duration or
   * of the knots' own frames, whichever is shorter. It keeps rounding from showing a neighbouring frame, and keeps the
   * marked frames exactly together.
   */
  readonly lookAhead: number;
  /** Whether the picture is mirrored left to right. */
  readonly isMirrored: boolean;
  /** The body whose skeleton and hands' path are drawn over the picture; null to draw nothing. */
  readonly bodyLines: BodyTrack | null;
  /** The golfer's place at rest, as set by the visitor or detected; null where it is unknown. */
  readonly golfer: GolferBox | null;
  /** The side's name and its place; null without a name, or without room for it. */
  readonly name: PlannedName | null;
}

/** How the pro is shown over the visitor. */
export interface PlannedGhost {
  /** Also `whole` where another look was chosen but the outlines are unknown. */
  readonly look: GhostLook;
  /** 0 to 100; always 100 for the outline. */
  readonly strengthPercent: number;
  /** Not null for `cut-out` and `outline`. */
  readonly outlines: OutlineTrack | null;
  /** Whether the pro is fitted onto the visitor's body, feet on feet. */
  readonly isFitted: boolean;
}

/** The complete description that every player and renderer follows. Frozen plain JSON; times in seconds. */
export interface ComparisonPlan {
  readonly alignment: Alignment;
  /** The plan time at which both events are on screen. It falls on a merged frame. */
  readonly meetAt: PlanTime;
  /** The duration of the comparison: `frameCount` merged frames. */
  readonly duration: number;
  /** The number of merged frames, at least 1. */
  readonly frameCount: number;
  /** The frame rate of the merged video: the higher of the two clips' rates in real time, at most 60. */
  readonly frameRate: FrameRate;
  /** The size of the merged picture: even, at most 1920×1080. The strip is below the pictures, inside this size. */
  readonly canvas: Size;
  readonly layout: Layout;
  /** Null in every layout but `ghost`. */
  readonly ghost: PlannedGhost | null;
  /**
   * Whether both golfers are framed: both are known, and their framing was chosen. They then have the same height and
   * ground line.
   */
  readonly isFramed: boolean;
  /** When each side's marked positions are reached: the visitor's first, each side's in the order of the swing. */
  readonly positions: readonly PlannedPosition[];
  /** The strip below the pictures; null without one. */
  readonly strip: PlannedStrip | null;
  readonly panes: Readonly<Record<Side, PlannedPane>>;
}

/** Why two clips cannot be compared, and on which side the problem is. */
export interface PlanProblem {
  readonly problem:
    | 'strike-not-marked'
    | 'top-not-marked'
    | 'rest-not-marked'
    | 'outside-the-clip'
    | 'out-of-order'
    /** The fitted side would have to run slower or faster than `matched-positions.ts` allows. */
    | 'tempos-too-unlike';
  readonly side: Side;
}

/** A plan, or the first reason why the clips cannot be compared. */
export type PlanResult = { readonly ok: true; readonly plan: ComparisonPlan } | ({ readonly ok: false } & PlanProblem);

/** Lead-in before the earlier rest, in seconds (design §1). */
export const LEAD_IN = 0.5;
/** The highest rate of a merged video (DESIGN §1). */
export const MAX_FRAME_RATE: FrameRate = Object.freeze({ numerator: 60, denominator: 1 });

/** Tolerance for rounding when a length in seconds is converted to whole merged frames, in frames. */
const FRAME_COUNT_TOLERANCE = 1e-4;

/**
 * Plans the comparison of two annotated clips. Marks are first moved to the frames on screen at them. Both sides need a strike
 * mark, for the alignment `top` also a top, and for `all` all three marks; in the other alignments a missing rest is assumed
 * (design §1). Nudges are clamped to the clip. Parts that need an unknown body are left out. `aspect` is the aspect ratio (width
 * by height) that framed golfers fill; null for the file, which chooses its own. Never throws.
 */
export function planComparison(
  user: AnnotatedClip,
  pro: AnnotatedClip,
  alignment: Alignment,
  choices: ComparisonChoices = AS_FILMED,
  aspect: number | null = null,
): PlanResult {
  const problem = problemOf('user', user, alignment) ?? problemOf('pro', pro, alignment);
  if (problem) return { ok: false, ...problem };
  const swings = {
    user: swingOf(user.clip, user.annotations, alignment, choices.user),
    pro: swingOf(pro.clip, pro.annotations, alignment, choices.pro),
  };
  const own = { user: spanOf(swings.user), pro: spanOf(swings.pro) };
  const follower: Side = choices.tempo === 'user' ? 'pro' : 'user';
  const lead = choices.tempo;
  const spans =
    alignment === 'all' ? { ...own, [follower]: fittedSpan(own[lead], swings[follower], own[follower]) } : own;
  const frameRate = mergedFrameRate(user.clip, pro.clip, choices);

  const mostFootage = Math.max(spans.user.footageBefore, spans.pro.footageBefore);
  const requestedLead = Math.max(spans.user.restBefore, spans.pro.restBefore) + LEAD_IN;
  // Rounded up to whole merged frames, so that the events fall on a merged frame and no frame after the rest is lost.
  const framesToMeet = wholeFramesUp(Math.min(requestedLead, mostFootage), frameRate);
  const framesAfter = wholeFramesDown(Math.max(spans.user.shownAfter, spans.pro.shownAfter), frameRate);
  const frameCount = framesToMeet + framesAfter + 1;
  const meetAt = planTime(framesToMeet * frameDuration(frameRate));
  const matched = alignment === 'all' ? matchPositions(swings[lead], swings[follower], framesToMeet, frameRate) : null;
  if (alignment === 'all' && !matched) return { ok: false, problem: 'tempos-too-unlike', side: follower };
  const knotsOf = (side: Side) =>
    matched?.[side === lead ? 'lead' : 'follower'] ?? [{ planAt: meetAt, sourceAt: sourceTime(swings[side].eventAt) }];

  const pictureOf = ({ clip, annotations, body }: AnnotatedClip, side: Side) =>
    sidePicture(clip, annotations, body?.track ?? null, choices[side]);
  const pictures = { user: pictureOf(user, 'user'), pro: pictureOf(pro, 'pro') };
  const most = choices.hasStrip ? aboveStrip(MAX_CANVAS) : MAX_CANVAS;
  const laidOut = layOutCanvas(pictures.user, pictures.pro, choices, most, aspect);
  const { canvas: pictured, isFitted, isFramed, ...places } = laidOut;
  const mapOf = (side: Side): TimeMap => ({ knots: knotsOf(side), pace: swings[side].pace });
  const paneOf = (side: Side, { clip, body, name }: AnnotatedClip): PlannedPane =>
    Object.freeze({
      ...timingOf(clip, mapOf(side), swings[side].eventAt, frameRate),
      rect: Object.freeze(places[side].rect),
      picture: Object.freeze(places[side].picture),
      crop: places[side].crop && Object.freeze(places[side].crop),
      surround: places[side].surround,
      isMirrored: choices[side].isMirrored,
      golfer: golferBoxIn(pictures[side], choices[side].isMirrored),
      bodyLines: choices.hasBodyLines && body ? body.track : null,
      name: choices.names.isShown && name ? planName(name, side, choices, laidOut, pictures[side]) : null,
    });
  const strip = choices.hasStrip
    ? planStrip(pictured, { user: user.tempo ?? null, pro: pro.tempo ?? null }, choices.isSwapped)
    : null;
  const canvas = { ...pictured, heightPx: pictured.heightPx + (strip?.rect.heightPx ?? 0) };
  return {
    ok: true,
    plan: Object.freeze({
      alignment,
      meetAt,
      duration: frameCount * frameDuration(frameRate),
      frameCount,
      frameRate: Object.freeze({ ...frameRate }),
      canvas: Object.freeze(canvas),
      layout: choices.layout,
      ghost: ghostOf(pro, choices, isFitted),
      isFramed,
      positions: planPositions(
        { user: { ...user, map: mapOf('user') }, pro: { ...pro, map: mapOf('pro') } },
        (frameCount - 1) * frameDuration(frameRate),
      ),
      strip,
      panes: Object.freeze({ user: paneOf('user', user), pro: paneOf('pro', pro) }),
    }),
  };
}

function problemOf(side: Side, { clip, annotations }: AnnotatedClip, alignment: Alignment): PlanProblem | null {
  if (annotations.strikeTime === null) return { problem: 'strike-not-marked', side };
  if (alignment !== 'strike' && annotations.topTime === null) return { problem: 'top-not-marked', side };
  if (alignment === 'all' && annotations.restTime === null) return { problem: 'rest-not-marked', side };
  const times = POSITIONS.map((position) => timeOf(annotations, position));
  if (times.some((time) => time !== null && !isInsideClip(clip, time))) return { problem: 'outside-the-clip', side };
  if (firstOutOfOrder(onShownFrames(clip, annotations))) return { problem: 'out-of-order', side };
  return null;
}

function timingOf(clip: Clip, map: TimeMap, eventAt: number, frameRate: FrameRate) {
  return {
    eventAt: sourceTime(eventAt),
    knots: Object.freeze(map.knots.map((knot) => Object.freeze(knot))),
    pace: map.pace,
    firstFrameAt: sourceTime(firstFrameTime(clip)),
    lastFrameAt: sourceTime(lastFrameTime(clip)),
    lookAhead: lookAheadOf(map, clip, frameRate),
  };
}

function ghostOf({ body }: AnnotatedClip, choices: ComparisonChoices, isFitted: boolean): PlannedGhost | null {
  if (choices.layout !== 'ghost') return null;
  const { look, strengthPercent } = choices.ghost;
  const outlines = needsOutlines(choices) ? (body?.outlines ?? null) : null;
  const shownLook = outlines ? look : 'whole';
  return Object.freeze({
    look: shownLook,
    strengthPercent: shownLook === 'outline' ? 100 : strengthPercent,
    outlines,
    isFitted,
  });
}

function mergedFrameRate(user: Clip, pro: Clip, choices: ComparisonChoices): FrameRate {
  const paced = (clip: Clip, { slowMotionFactor }: SideChoices) => timesFaster(clip.frameRate, slowMotionFactor);
  const higher = higherFrameRate(paced(user, choices.user), paced(pro, choices.pro));
  return framesPerSecond(higher) > framesPerSecond(MAX_FRAME_RATE) ? MAX_FRAME_RATE : higher;
}

function wholeFramesUp(seconds: number, rate: FrameRate): number {
  return Math.ceil(seconds * framesPerSecond(rate) - FRAME_COUNT_TOLERANCE);
}

function wholeFramesDown(seconds: number, rate: FrameRate): number {
  return Math.floor(seconds * framesPerSecond(rate) + FRAME_COUNT_TOLERANCE);
}
