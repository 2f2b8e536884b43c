// What of both clips a lesson needs, and the lesson for clips that hold no more than that.
import { ALIGNMENTS, type ComparisonChoices, withSlowMotion } from '#domain/comparison/comparison-choices.ts';
import { type AnnotatedClip, type ComparisonPlan, planComparison } from '#domain/comparison/comparison-plan.ts';
import { shownFrameAt } from '#domain/comparison/timeline.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import { POSITIONS, timeOf } from '#domain/swing/swing.ts';
import { planTime } from '#domain/time.ts';
import { endTime, firstFrameTime } from '#domain/video/clip.ts';
import type { Lesson, LessonEvent, LessonRange, LessonStroke } from './lesson.ts';

/** The clips of a lesson without bodies, names or evidence, and how many times slower than real time each plays. */
export interface LessonClips {
  readonly sides: Readonly<Record<Side, AnnotatedClip>>;
  readonly slowMotion: Readonly<Record<Side, number>>;
}

/** A lesson on clips, and every plan that it can show with them; null for one that the marks do not allow. */
interface PlannedLesson extends LessonClips {
  readonly lesson: Lesson;
  readonly plans: readonly (ComparisonPlan | null)[];
}

/** Plans all views of a lesson, each in every alignment and tempo. */
export function planLesson(lesson: Lesson, { sides, slowMotion }: LessonClips): PlannedLesson {
  const views = new Map<string, ComparisonChoices>();
  for (const event of lesson.events) if (event.does === 'view') views.set(JSON.stringify(event.choices), event.choices);
  const plans = [...views.values()].flatMap((choices) =>
    ALIGNMENTS.flatMap((alignment) =>
      SIDES.map((tempo) => {
        const chosen = withSlowMotion({ ...choices, tempo }, slowMotion);
        const result = planComparison(sides.user, sides.pro, alignment, chosen);
        return result.ok ? result.plan : null;
      }),
    ),
  );
  return { lesson, sides, slowMotion, plans };
}

/** Kept before and after what is shown, in seconds: a mark may still be corrected. */
const MARGIN = 1;

/**
 * The range of each clip that the lesson shows or can show when it is continued in another alignment or tempo, in seconds of
 * the clip. It lies within the clip.
 */
export function neededRanges({ lesson, sides, plans }: PlannedLesson): Readonly<Record<Side, LessonRange>> {
  return bySide((side) => {
    const { clip, annotations } = sides[side];
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
  whole: PlannedLesson,
  trimmed: PlannedLesson,
  earlier: Readonly<Record<Side, number>>,
): boolean {
  const shown = (plan: ComparisonPlan, { sides }: LessonClips, side: Side, at: number) =>
    shownFrameAt(plan, side, sides[side].clip.frameTimes, planTime(at));
  const isSameFrame = (a: ComparisonPlan, b: ComparisonPlan, side: Side, at: number) =>
    Math.abs(shown(a, whole, side, at) - earlier[side] - shown(b, trimmed, side, at)) < SAME_TIME;
  return whole.plans.every((plan, index) => {
    const other = trimmed.plans[index] ?? null;
    if (!plan || !other) return plan === other;
    const hasSameEnds = SIDES.every((side) => [0, plan.duration].every((at) => isSameFrame(plan, other, side, at)));
    return isSamePlan(plan, other, earlier) && hasSameEnds;
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
