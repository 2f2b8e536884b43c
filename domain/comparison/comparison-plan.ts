// Plans a comparison: two annotated clips and an alignment become one frozen plan that the server's renderer and the
// browser's player both follow.
import type { BodyTrack } from '#domain/body/body-track.ts';
import { type EvenSize, evenSize } from '#domain/geometry.ts';
import type { Lettering } from '#domain/lettering/lettering.ts';
import type { OutlineTrack } from '#domain/outline/outline.ts';
import { bySide, otherSide, SIDES, type Side } from '#domain/side.ts';
import {
  firstOutOfOrder,
  isInsideClip,
  onShownFrames,
  POSITIONS,
  type SwingAnnotations,
  timeOf,
} from '#domain/swing/swing.ts';
import { type FrameRate, frameDuration, type PlanTime, type SourceTime, sourceTime } from '#domain/time.ts';
import { type Clip, firstFrameTime, lastFrameTime } from '#domain/video/clip.ts';
import { type CanvasLayout, layOutCanvas } from './canvas-layout.ts';
import {
  type Alignment,
  AS_FILMED,
  type ComparisonChoices,
  type GhostLook,
  type GolferBox,
  type Layout,
  needsOutlines,
  type SideChoices,
  sideAlone,
} from './comparison-choices.ts';
import type { SideEvidence } from './evidence.ts';
import { golferBoxIn, type SidePicture, sidePicture } from './golfer-room.ts';
import { lookAheadOf } from './matched-positions.ts';
import { type PlannedName, planName } from './name-place.ts';
import { MAX_CANVAS, type SidePlace } from './picture-place.ts';
import { type PlannedCheckpoints, planCheckpoints } from './planned-checkpoints.ts';
import { planTiming, swingOf } from './planned-timing.ts';
import { aboveStrip, type PlannedPosition, type PlannedStrip, planPositions, planStrip } from './strip-place.ts';
import type { TimedPane, TimeMap } from './timeline.ts';

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
  /** The evidence of differences to draw; absent or empty without any. */
  readonly evidence?: readonly SideEvidence[];
  /** The lettering of the side's name; absent or null without one. */
  readonly name?: Lettering | null;
  /** The lettering of the side's tempo; absent or null where it is unknown. */
  readonly tempo?: Lettering | null;
}

/** How one side is shown. */
export interface PlannedPane extends SidePlace, TimedPane {
  /** The source time of the frame that meets the other side's at `meetAt`, in seconds: this side's nudged strike or top. */
  readonly eventAt: SourceTime;
  /** Whether the picture is mirrored left to right. */
  readonly isMirrored: boolean;
  /** The body whose skeleton and hands' path are drawn over the picture; null to draw nothing. */
  readonly bodyLines: BodyTrack | null;
  /** What is drawn over the picture around the moments that show a difference; usually empty. */
  readonly evidence: readonly SideEvidence[];
  /** The golfer's place at rest, as set by the visitor or detected; null where it is unknown. */
  readonly golfer: GolferBox | null;
  /** The side's name and its place; null without a name, or without room for it. */
  readonly name: PlannedName | null;
  /** When the clip shows the checkpoints of the swing. */
  readonly checkpoints: PlannedCheckpoints;
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
  /** The size of the merged picture: at most 1920×1080. The strip is below the pictures, inside this size. */
  readonly canvas: EvenSize;
  readonly layout: Layout;
  /** The only side that is shown; null in every layout but `alone`. Nothing belongs to the other pane then. */
  readonly alone: Side | null;
  /** Null in every layout but `ghost`. */
  readonly ghost: PlannedGhost | null;
  /** Whether both golfers are framed: both known, and so chosen. They then have the same height and ground line. */
  readonly isFramed: boolean;
  /** When each shown side's marked positions are reached: the visitor's first, each side's in the order of the swing. */
  readonly positions: readonly PlannedPosition[];
  /** The strip below the pictures; null without one. */
  readonly strip: PlannedStrip | null;
  readonly panes: Readonly<Record<Side, PlannedPane>>;
}

/** The sides that the plan shows, as pictures or as an outline: both, or the one that is alone. */
export function plannedSides({ alone }: Pick<ComparisonPlan, 'alone'>): readonly Side[] {
  return alone ? [alone] : SIDES;
}

/** The sides whose pictures are in the merged video. For a ghost drawn as an outline, only the pro's line is. */
export function shownSides(plan: Pick<ComparisonPlan, 'alone' | 'ghost'>): readonly Side[] {
  return plan.ghost?.look === 'outline' ? ['user'] : plannedSides(plan);
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
type PlanResult = { readonly ok: true; readonly plan: ComparisonPlan } | ({ readonly ok: false } & PlanProblem);

/**
 * Plans the comparison of two annotated clips. Marks are first moved to the frames on screen at them. Both sides need a strike
 * mark, for the alignment `top` also a top, and for `all` all three marks; in the other alignments a missing rest is assumed.
 * Nudges are clamped to the clip. Parts that need an unknown body are left out. `aspect` is the aspect ratio (width
 * by height) that framed golfers fill; null for the file, which chooses its own. `most` is the largest canvas. Never throws.
 * @example
 * const clip = makeClip({ widthPx: 1080, heightPx: 1920, frameTimes: Array.from({ length: 120 }, (_, frame) => frame / 30) })
 * const user = { clip, annotations: { restTime: 1, topTime: 1.7, strikeTime: 2 } }
 * const pro = { clip, annotations: { restTime: 0.5, topTime: 1.3, strikeTime: 1.6 } }
 * planComparison(user, pro, 'strike').plan.panes.pro.knots // [{ planAt: 1.6, sourceAt: 1.6 }]
 */
export function planComparison(
  user: AnnotatedClip,
  pro: AnnotatedClip,
  alignment: Alignment,
  choices: ComparisonChoices = AS_FILMED,
  aspect: number | null = null,
  most: EvenSize = MAX_CANVAS,
): PlanResult {
  const problem = problemOf('user', user, alignment) ?? problemOf('pro', pro, alignment);
  if (problem) return { ok: false, ...problem };
  const sides = { user, pro };
  const swings = bySide((side) => swingOf(sides[side].clip, sides[side].annotations, alignment, choices[side]));
  const timing = planTiming(swings, alignment, choices.tempo);
  if (!timing) return { ok: false, problem: 'tempos-too-unlike', side: otherSide(choices.tempo) };

  const pictures = bySide((side) => {
    const { clip, annotations, body } = sides[side];
    return sidePicture(clip, annotations, body?.track ?? null, choices[side]);
  });
  const picturesArea = choices.hasStrip ? aboveStrip(most) : most;
  const laidOut = layOutCanvas(pictures.user, pictures.pro, choices, picturesArea, aspect);
  const alone = sideAlone(choices);
  const shown = plannedSides({ alone });
  const isShown = (side: Side) => shown.includes(side);
  const tempos = bySide((side) => (isShown(side) ? (sides[side].tempo ?? null) : null));
  const strip = choices.hasStrip ? planStrip(laidOut.canvas, tempos, choices.isSwapped) : null;

  const { meetAt, frameCount, frameRate, maps } = timing;
  const frameTime = frameDuration(frameRate);
  const positioned = bySide((side) => ({ ...sides[side], map: maps[side] }));
  const plan: ComparisonPlan = {
    alignment,
    meetAt,
    duration: frameCount * frameTime,
    frameCount,
    frameRate: Object.freeze({ ...frameRate }),
    canvas: Object.freeze(withStrip(laidOut.canvas, strip)),
    layout: choices.layout,
    alone,
    ghost: ghostOf(pro, choices, laidOut.isFitted),
    isFramed: laidOut.isFramed,
    positions: planPositions(shown, positioned, (frameCount - 1) * frameTime),
    strip,
    panes: Object.freeze(
      bySide((side) =>
        Object.freeze({
          ...timingOf(sides[side].clip, maps[side], swings[side].eventAt, frameRate),
          ...placeOf(laidOut[side]),
          checkpoints: checkpointsOf(sides[side], choices[side]),
          ...(isShown(side)
            ? layersOf(side, sides[side], choices, laidOut, pictures[side])
            : { ...NO_LAYERS, isMirrored: choices[side].isMirrored }),
        }),
      ),
    ),
  };
  return { ok: true, plan: Object.freeze(plan) };
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

function checkpointsOf({ clip, annotations, body }: AnnotatedClip, choices: SideChoices): PlannedCheckpoints {
  return planCheckpoints(clip, annotations, body?.track ?? null, choices);
}

function withStrip({ widthPx, heightPx }: EvenSize, strip: PlannedStrip | null): EvenSize {
  return evenSize({ widthPx, heightPx: heightPx + (strip?.rect.heightPx ?? 0) });
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

function placeOf({ rect, picture, crop }: SidePlace): SidePlace {
  return { rect: Object.freeze(rect), picture: Object.freeze(picture), crop: crop && Object.freeze(crop) };
}

/** The layers of a pane that is not shown. */
const NO_LAYERS = Object.freeze({ golfer: null, bodyLines: null, evidence: Object.freeze([]), name: null });

/** What is drawn with a side's picture: mirroring, the golfer's place, body lines and the name. */
function layersOf(
  side: Side,
  { body, name, evidence = [] }: AnnotatedClip,
  choices: ComparisonChoices,
  laidOut: CanvasLayout,
  picture: SidePicture,
) {
  const { isMirrored } = choices[side];
  return {
    isMirrored,
    golfer: golferBoxIn(picture, isMirrored),
    bodyLines: choices.hasBodyLines && body ? body.track : null,
    evidence: Object.freeze(evidence),
    name: choices.names.isShown && name ? planName(name, side, choices, laidOut, picture) : null,
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
