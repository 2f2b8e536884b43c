// What of both clips a lesson needs, and the lesson for clips that hold no more than that.
import {
  ALIGNMENTS,
  bySide,
  type ComparisonChoices,
  SIDES,
  type Side,
  TEMPOS,
  withSlowMotion,
} from '#domain/comparison/comparison-choices.ts';
import { type AnnotatedClip, type ComparisonPlan, planComparison } from '#domain/comparison/comparison-plan.ts';
import { shownFrameAt } from '#domain/comparison/timeline.ts';
import { POSITIONS, timeOf } from '#domain/swing/swing.ts';
import { planTime } from '#domain/time.ts';
import { endTime, firstFrameTime } from '#domain/video/clip.ts';
import type { Lesson, LessonEvent, LessonRange, LessonStroke } from './lesson.ts';

/** The clips of a lesson without bodies, names or evidence, and how many times slower than real time each plays. */
export interface LessonClips {
  readonly sides: Readonly<Record<Side, AnnotatedClip>>;
  readonly slowMotion: Readonly<Record<Side, number>>;
}

/** Kept before and after what is shown, in seconds: a mark may still be corrected. */
const MARGIN = 1;

/**
 * The range of each clip that the lesson shows or can show when it is continued in another alignment or tempo, in seconds of
 * the clip. It lies within the clip.
 */
export function neededRanges(lesson: Lesson, clips: LessonClips): Readonly<Record<Side, LessonRange>> {
  const plans = plansOf(lesson, clips);
  return bySide((side) => {
    const { clip, annotations } = clips.sides[side];
    const shown = plans.flatMap((plan) =>
      plan ? [0, plan.duration].map((at) => shownFrameAt(plan, side, clip.frameTimes, planTime(at))) : [],
    );
    const marked = POSITIONS.map((position) => timeOf(annotations, position)).filter((time) => time !== null);
    const times = [...shown, ...marked, ...lesson.events.flatMap((event) => timesIn(event, side))];
    const [first, end] = [firstFrameTime(clip), endTime(clip)];
    return {
      from: times.reduce((least, time) => Math.max(first, Math.min(least, time - MARGIN)), end),
      to: times.reduce((most, time) => Math.min(end, Math.max(most, time + MARGIN)), first),
    };
  });
}

/**
 * Whether a lesson shows the same with clips whose times are earlier by `earlier` seconds, as far as both can be compared without
 * pictures: every plan that the lesson can show has the same frames at the same times.
 */
export function showsTheSame(
  lesson: Lesson,
  whole: LessonClips,
  trimmed: LessonClips,
  earlier: Readonly<Record<Side, number>>,
): boolean {
  const [before, after] = [plansOf(lesson, whole), plansOf(lesson, trimmed)];
  return before.every((plan, index) => {
    const other = after[index] ?? null;
    if (!plan || !other) return plan === other;
    return isSamePlan(plan, other, earlier) && showsSameEnds(plan, other, { whole, trimmed, earlier });
  });
}

/** The lesson for clips whose times are earlier by `earlier` seconds. */
export function withEarlierClips(lesson: Lesson, earlier: Readonly<Record<Side, number>>): Lesson {
  const moved = (stroke: LessonStroke): LessonStroke =>
    stroke.side ? { ...stroke, timestamp: stroke.timestamp - earlier[stroke.side] } : stroke;
  const movedEvent = (event: LessonEvent): LessonEvent => {
    switch (event.does) {
      case 'place': {
        const { apart } = event;
        return apart ? { ...event, apart: bySide((side) => apart[side] - earlier[side]) } : event;
      }
      case 'draft':
        return event.stroke ? { ...event, stroke: moved(event.stroke) } : event;
      case 'draw':
        return { ...event, strokes: event.strokes.map(moved) };
      default:
        return event;
    }
  };
  return { ...lesson, events: lesson.events.map(movedEvent) };
}

/** The plans of all views, each in every alignment and tempo; null where the marks do not allow it. */
function plansOf({ events }: Lesson, { sides, slowMotion }: LessonClips): readonly (ComparisonPlan | null)[] {
  const views = new Map<string, ComparisonChoices>();
  for (const event of events) if (event.does === 'view') views.set(JSON.stringify(event.choices), event.choices);
  return [...views.values()].flatMap((choices) =>
    ALIGNMENTS.flatMap((alignment) =>
      TEMPOS.map((tempo) => {
        const chosen = withSlowMotion({ ...choices, tempo }, slowMotion);
        const result = planComparison(sides.user, sides.pro, alignment, chosen);
        return result.ok ? result.plan : null;
      }),
    ),
  );
}

/** The times of a clip that an event names: a side's own moment, and when something is drawn on it. */
function timesIn(event: LessonEvent, side: Side): readonly number[] {
  switch (event.does) {
    case 'place':
      return event.apart ? [event.apart[side]] : [];
    case 'draft':
      return event.stroke?.side === side ? [event.stroke.timestamp] : [];
    case 'draw':
      return event.strokes.filter((stroke) => stroke.side === side).map(({ timestamp }) => timestamp);
    default:
      return [];
  }
}

/** Rounding of frame times in files, in seconds. */
const SAME_TIME = 1e-4;

function isSamePlan(a: ComparisonPlan, b: ComparisonPlan, earlier: Readonly<Record<Side, number>>): boolean {
  const isSameSide = (side: Side) =>
    a.panes[side].knots.every(({ planAt, sourceAt }, index) => {
      const knot = b.panes[side].knots[index];
      return (
        knot !== undefined &&
        Math.abs(planAt - knot.planAt) < SAME_TIME &&
        Math.abs(sourceAt - earlier[side] - knot.sourceAt) < SAME_TIME
      );
    });
  return (
    a.frameCount === b.frameCount &&
    a.frameRate.numerator * b.frameRate.denominator === b.frameRate.numerator * a.frameRate.denominator &&
    a.canvas.widthPx === b.canvas.widthPx &&
    a.canvas.heightPx === b.canvas.heightPx &&
    SIDES.every(isSameSide)
  );
}

/** Whether both plans begin and end with the same frames. */
function showsSameEnds(
  a: ComparisonPlan,
  b: ComparisonPlan,
  clips: {
    readonly whole: LessonClips;
    readonly trimmed: LessonClips;
    readonly earlier: Readonly<Record<Side, number>>;
  },
): boolean {
  const shown = (plan: ComparisonPlan, { sides }: LessonClips, side: Side, at: number) =>
    shownFrameAt(plan, side, sides[side].clip.frameTimes, planTime(at));
  return SIDES.every((side) =>
    [0, a.duration].every(
      (at) =>
        Math.abs(shown(a, clips.whole, side, at) - clips.earlier[side] - shown(b, clips.trimmed, side, at)) < SAME_TIME,
    ),
  );
}
