// The state of the screen at a time of a lesson, and its drawings as lines with round ends on the canvas of a plan. Both
// players and both renderers show exactly this.
import {
  type Alignment,
  type ComparisonChoices,
  DEFAULT_ALIGNMENT,
  FIRST_CHOICES,
} from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { isThereAt, shownFrom, toCanvas } from '#domain/drawing/anchored-drawing.ts';
import { drawingSurface, lengthScale, type Stroke } from '#domain/drawing/drawing-geometry.ts';
import { cutLines, shapeLines } from '#domain/drawing/shapes.ts';
import type { Side } from '#domain/side.ts';
import type { Lesson, LessonEvent, LessonStroke, LessonZoom } from './lesson.ts';
import { toRecorded } from './lesson-ranges.ts';

/** The view of the pictures: what the plan is made with. */
export interface LessonView {
  readonly alignment: Alignment;
  readonly choices: ComparisonChoices;
}

/** The state of the screen at one time. */
export interface LessonState {
  /** The plan time, in seconds. It may lie past the plan's end, which then shows its last frame. */
  readonly at: number;
  /** Plan seconds per second; 0 while the pictures stand still. */
  readonly rate: number;
  /** Each side's own source time, in seconds; null where both are shown at `at`. */
  readonly apart: Readonly<Record<Side, number>> | null;
  /** The same object until the view changes. */
  readonly view: LessonView;
  readonly zoom: LessonZoom;
  /** The drawings, the one that is being drawn last. The same array until a drawing changes. */
  readonly strokes: readonly LessonStroke[];
}

/** The whole pictures. */
export const LESSON_UNZOOMED: LessonZoom = Object.freeze({ scale: 1, x: 0, y: 0, only: null });

interface Folded extends LessonState {
  /** The time of the last place, from which `at` runs. */
  readonly placedAt: number;
  readonly drawn: readonly LessonStroke[];
  readonly draft: LessonStroke | null;
}

const FIRST: Folded = Object.freeze({
  at: 0,
  rate: 0,
  apart: null,
  view: Object.freeze({ alignment: DEFAULT_ALIGNMENT, choices: FIRST_CHOICES }),
  zoom: LESSON_UNZOOMED,
  strokes: [],
  placedAt: 0,
  drawn: [],
  draft: null,
});

/** The states of a lesson by recorded time. Fast where the times ascend. */
export interface LessonReplay {
  readonly atRecorded: (recordedTime: number) => LessonState;
  /** By lesson time, clamped to the lesson. */
  readonly at: (time: number) => LessonState;
}

/** Opens a lesson for reading its states one after another. */
export function replayOf(lesson: Lesson): LessonReplay {
  const { events } = lesson;
  const begun = firstState(events);
  let next = 0;
  let folded = begun;
  let reached = Number.NEGATIVE_INFINITY;
  function atRecorded(time: number): LessonState {
    if (time < reached) [next, folded] = [0, begun];
    reached = time;
    for (let event = events[next]; event && event.time <= time; event = events[next]) {
      folded = withEvent(folded, event);
      next += 1;
    }
    const { at, rate, apart, view, zoom, strokes, placedAt } = folded;
    return { at: at + (time - placedAt) * rate, rate, apart, view, zoom, strokes };
  }
  return { atRecorded, at: (time) => atRecorded(toRecorded(lesson, time)) };
}

/** Before its first events, which a recorder writes a moment after it has begun, a lesson shows their view and place. */
function firstState(events: readonly LessonEvent[]): Folded {
  const view = events.find((event) => event.does === 'view') ?? FIRST.view;
  const at = events.find((event) => event.does === 'place')?.at ?? FIRST.at;
  return { ...FIRST, at, view: { alignment: view.alignment, choices: view.choices } };
}

function withEvent(folded: Folded, event: LessonEvent): Folded {
  switch (event.does) {
    case 'place': {
      const { at, rate, apart, time } = event;
      return { ...folded, at, rate, apart, placedAt: time };
    }
    case 'view':
      return { ...folded, view: { alignment: event.alignment, choices: event.choices } };
    case 'zoom':
      return { ...folded, zoom: event.zoom };
    case 'draft':
      return withDrawings(folded, folded.drawn, event.stroke);
    case 'extend': {
      const { draft } = folded;
      if (!draft) return folded;
      const points = [...draft.points.slice(0, event.keep), ...event.points];
      return points.length === 0 ? folded : withDrawings(folded, folded.drawn, { ...draft, points });
    }
    case 'draw': {
      const changed = new Map(event.strokes.map((stroke) => [stroke.id, stroke]));
      const left = folded.drawn
        .filter(({ id }) => !event.removed.includes(id))
        .map((stroke) => {
          const now = changed.get(stroke.id);
          changed.delete(stroke.id);
          return now ?? stroke;
        });
      return withDrawings(folded, [...left, ...changed.values()], null);
    }
  }
}

function withDrawings(folded: Folded, drawn: readonly LessonStroke[], draft: LessonStroke | null): Folded {
  return { ...folded, drawn, draft, strokes: draft ? [...drawn, draft] : drawn };
}

/** The plans of one moment: `timed` says when a drawing is shown, `placed` where; both are the same without a zoom. */
interface InkPlans {
  readonly timed: ComparisonPlan;
  readonly placed: ComparisonPlan;
}

/** The drawings that are on screen at a plan time, in seconds. `scaleOf`: how much each side is zoomed. */
export function lessonInk(
  strokes: readonly LessonStroke[],
  { timed, placed }: InkPlans,
  at: number,
  scaleOf: (side: Side) => number,
): readonly Stroke[] {
  const { canvas } = placed;
  const unitPx = lengthScale(drawingSurface(canvas), canvas);
  let order = -1;
  return strokes.flatMap(({ side, tool, points, width, color, timestamp, onlyThisFrame = false }) => {
    const from = side ? shownFrom(timed, side, timestamp) : timestamp;
    if (from === null || !isThereAt(timed, from, onlyThisFrame, at)) return [];
    const scale = side ? scaleOf(side) : 1;
    const onCanvas = side ? points.map((point) => toCanvas(placed, side, point)) : points;
    const lines = shapeLines({ kind: tool, points: onCanvas, width: width * scale }, unitPx);
    const shown = side ? cutLines(lines, placed.panes[side].rect, unitPx) : lines;
    return shown.flatMap((line) => {
      order += 1;
      const ends = line.points.length === 1 ? line.points : line.points.slice(1);
      return ends.map((to, index): Stroke => {
        return { from: line.points[index] ?? to, to, width: line.width * unitPx, color, order };
      });
    });
  });
}
