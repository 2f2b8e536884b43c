// Parses a lesson from untrusted JSON, entry by entry. A lesson with one invalid entry is refused as a whole.
import { isRecord, isWhole, isWithin, readAll } from '#domain/body/read-track.ts';
import { ALIGNMENTS } from '#domain/comparison/comparison-choices.ts';
import { storedChoices } from '#domain/comparison/stored-choices.ts';
import { DRAWING_WIDTH, type Point } from '#domain/drawing/drawing.ts';
import { SHAPES } from '#domain/drawing/shapes.ts';
import { SIDES } from '#domain/side.ts';
import { MAX_TIME } from '#domain/time.ts';
import {
  LESSON_LIMITS,
  LESSON_VERSION,
  type Lesson,
  type LessonCaption,
  type LessonChange,
  type LessonChapter,
  type LessonEvent,
  type LessonRange,
  type LessonStroke,
  type LessonZoom,
  MAX_LESSON_SECONDS,
  MAX_VOICE_DELAY,
} from './lesson.ts';

/** Limits of single numbers. */
const MAX_RATE = 16;
const MAX_SCALE = 4;
/** A drawing may leave its picture, up to these coordinates: in shares of the picture, and in pixels of the canvas. */
const MAX_SHARE = 100;
const MAX_CANVAS_PX = 16_384;

/** The lesson, without unknown fields and frozen; null where the value is not one, or exceeds {@link LESSON_LIMITS}. */
export function readLesson(value: unknown): Lesson | null {
  if (!isRecord(value) || value.version !== LESSON_VERSION) return null;
  // Lessons from before the delay could be set do not have it.
  const { recorded, voiceDelay = 0 } = value;
  if (!isWithin(recorded, 0, MAX_LESSON_SECONDS) || !isWithin(voiceDelay, 0, MAX_VOICE_DELAY)) return null;
  const budget = { points: LESSON_LIMITS.points };
  const events = readAll(value.events, LESSON_LIMITS.events, (one) => readEvent(one, recorded, budget));
  const kept = readAll(value.kept, LESSON_LIMITS.kept, (one) => readRange(one, recorded));
  const chapters = readAll(value.chapters, LESSON_LIMITS.chapters, (one) => readChapter(one, recorded));
  const captions = readAll(value.captions, LESSON_LIMITS.captions, (one) => readCaption(one, recorded));
  if (!events || !kept || !chapters || !captions) return null;
  const areInOrder = ascend(events.map(({ time }) => time)) && ascend(chapters.map(({ time }) => time));
  if (!areInOrder || !ascend(captions.map(({ from }) => from)) || overlap(kept)) return null;
  return Object.freeze({ version: LESSON_VERSION, recorded, voiceDelay, events, kept, chapters, captions });
}

/** The event, or null. `budget` counts down the points of all drawings. */
function readEvent(value: unknown, recorded: number, budget: { points: number }): LessonEvent | null {
  if (!isRecord(value) || !isWithin(value.time, 0, recorded)) return null;
  const change = readChange(value, budget);
  return change && budget.points >= 0 ? Object.freeze({ time: value.time, ...change }) : null;
}

function readChange(value: Readonly<Record<string, unknown>>, budget: { points: number }): LessonChange | null {
  switch (value.does) {
    case 'place':
      return readPlace(value);
    case 'view': {
      const alignment = ALIGNMENTS.find((one) => one === value.alignment);
      return alignment && isRecord(value.choices)
        ? { does: 'view', alignment, choices: storedChoices(value.choices) }
        : null;
    }
    case 'zoom': {
      const zoom = readZoom(value.zoom);
      return zoom && { does: 'zoom', zoom };
    }
    case 'draft': {
      if (value.stroke === null) return { does: 'draft', stroke: null };
      const stroke = readStroke(value.stroke, budget);
      return stroke && { does: 'draft', stroke };
    }
    case 'extend': {
      const { keep } = value;
      const points = readPoints(value.points, MAX_CANVAS_PX, budget);
      return points && isWhole(keep, 0, LESSON_LIMITS.strokePoints) ? { does: 'extend', keep, points } : null;
    }
    case 'draw': {
      const strokes = readAll(value.strokes, LESSON_LIMITS.strokePoints, (one) => readStroke(one, budget));
      const removed = readAll(value.removed, LESSON_LIMITS.strokePoints, (id) => (isId(id) ? id : null));
      return strokes && removed && { does: 'draw', strokes, removed };
    }
    default:
      return null;
  }
}

function readPlace({ at, rate, apart }: Readonly<Record<string, unknown>>): LessonChange | null {
  if (!isWithin(at, 0, MAX_TIME) || !isWithin(rate, 0, MAX_RATE)) return null;
  if (apart === null) return { does: 'place', at, rate, apart };
  if (!isRecord(apart) || !isWithin(apart.user, 0, MAX_TIME) || !isWithin(apart.pro, 0, MAX_TIME)) return null;
  return { does: 'place', at, rate, apart: { user: apart.user, pro: apart.pro } };
}

function readZoom(value: unknown): LessonZoom | null {
  if (!isRecord(value)) return null;
  const { scale, x, y } = value;
  const only = [...SIDES, null].find((one) => one === value.only);
  if (only === undefined || !isWithin(scale, 1, MAX_SCALE)) return null;
  // The zoomed picture fills its frame.
  const reach = (scale - 1) / 2 + 1e-6;
  return isWithin(x, -reach, reach) && isWithin(y, -reach, reach) ? { scale, x, y, only } : null;
}

function readStroke(value: unknown, budget: { points: number }): LessonStroke | null {
  if (!isRecord(value)) return null;
  const { id, color, width, timestamp, onlyThisFrame } = value;
  const tool = SHAPES.find((shape) => shape === value.tool);
  const side = SIDES.find((one) => one === value.side);
  if (!tool || (value.side !== undefined && !side) || !isId(id)) return null;
  if (typeof color !== 'string' || !/^#[0-9a-f]{6}$/.test(color)) return null;
  if (!isWithin(width, DRAWING_WIDTH.least, DRAWING_WIDTH.most)) return null;
  // Where a clip begins later than the plan, drawings before it have negative times of the clip.
  if (!isWithin(timestamp, -MAX_TIME, MAX_TIME)) return null;
  if (onlyThisFrame !== undefined && typeof onlyThisFrame !== 'boolean') return null;
  const points = readPoints(value.points, side ? MAX_SHARE : MAX_CANVAS_PX, budget);
  if (!points || points.length === 0) return null;
  return Object.freeze({
    id,
    tool,
    points,
    color,
    width,
    timestamp,
    ...(side && { side }),
    ...(onlyThisFrame !== undefined && { onlyThisFrame }),
  });
}

function readPoints(value: unknown, most: number, budget: { points: number }): readonly Point[] | null {
  const points = readAll(value, LESSON_LIMITS.strokePoints, (one) => {
    if (!isRecord(one) || !isWithin(one.x, -most, most) || !isWithin(one.y, -most, most)) return null;
    return { x: one.x, y: one.y };
  });
  budget.points -= points?.length ?? 0;
  return points;
}

function readRange(value: unknown, recorded: number): LessonRange | null {
  if (!isRecord(value) || !isWithin(value.from, 0, recorded) || !isWithin(value.to, 0, recorded)) return null;
  return value.from < value.to ? { from: value.from, to: value.to } : null;
}

function readChapter(value: unknown, recorded: number): LessonChapter | null {
  if (!isRecord(value) || !isWithin(value.time, 0, recorded)) return null;
  return isText(value.title, LESSON_LIMITS.titleLength) ? { time: value.time, title: value.title } : null;
}

function readCaption(value: unknown, recorded: number): LessonCaption | null {
  const range = readRange(value, recorded);
  const text = isRecord(value) ? value.text : null;
  return range && isText(text, LESSON_LIMITS.captionLength) ? { ...range, text } : null;
}

function isId(value: unknown): value is number {
  return isWhole(value, 0, Number.MAX_SAFE_INTEGER);
}

function isText(value: unknown, mostLength: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= mostLength;
}

function ascend(times: readonly number[]): boolean {
  return times.every((time, index) => time >= (times[index - 1] ?? time));
}

function overlap(ranges: readonly LessonRange[]): boolean {
  const sorted = ranges.toSorted((a, b) => a.from - b.from);
  return sorted.some(({ from }, index) => from < (sorted[index - 1]?.to ?? from));
}
