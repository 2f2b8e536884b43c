// What a recorder writes: the changes since its last entry, and where a recording that continues a lesson begins. It is
// added at the end of the recorded time; the kept ranges say where it is played.

import type { Point } from '#domain/drawing/drawing.ts';
import type { Side } from '#domain/side.ts';
import type { Lesson, LessonChange, LessonRange, LessonStroke, LessonZoom } from './lesson.ts';
import { keptBetween, lessonDuration } from './lesson-ranges.ts';
import { type LessonView, replayOf } from './lesson-state.ts';

/** The state of the screen, as a recorder reads it. Values that have not changed are the same objects. */
export interface LessonSnapshot {
  /** Seconds of recorded time. */
  readonly time: number;
  /** The plan time, in seconds. */
  readonly at: number;
  readonly rate: number;
  readonly apart: Readonly<Record<Side, number>> | null;
  readonly view: LessonView;
  readonly zoom: LessonZoom;
  readonly drawn: readonly LessonStroke[];
  /** The drawing that was begun; null without one. */
  readonly draft: LessonStroke | null;
}

/** Source times closer than this, in seconds, are the same frame. */
const SAME_TIME = 1e-4;

/**
 * The changes between two snapshots; all of the later one if there is no earlier one. A place counts as unchanged
 * within `tolerance` plan seconds of where playback from the last written place would be. `placed` is the snapshot
 * whose place was written last.
 */
export function changesBetween(
  before: LessonSnapshot | null,
  after: LessonSnapshot,
  placed: LessonSnapshot | null,
  tolerance: number,
): readonly LessonChange[] {
  const changes: LessonChange[] = [];
  const { at, rate, apart, view, zoom } = after;
  if (!before || before.view.alignment !== view.alignment || before.view.choices !== view.choices) {
    changes.push({ does: 'view', alignment: view.alignment, choices: view.choices });
  }
  if (!before || !isSameZoom(before.zoom, zoom)) changes.push({ does: 'zoom', zoom });
  if (!placed || !runsOnTo(placed, after, tolerance)) changes.push({ does: 'place', at, rate, apart });
  const drawn = drawnChange(before?.drawn ?? [], after.drawn);
  if (drawn) changes.push(drawn);
  return [...changes, ...draftChanges(drawn ? null : (before?.draft ?? null), after.draft)];
}

function runsOnTo(placed: LessonSnapshot, { time, at, rate, apart }: LessonSnapshot, tolerance: number): boolean {
  if (placed.rate !== rate || !areSameTimes(placed.apart, apart)) return false;
  const expected = placed.at + (time - placed.time) * rate;
  return Math.abs(at - expected) <= (rate === 0 ? SAME_TIME : tolerance);
}

function areSameTimes(a: LessonSnapshot['apart'], b: LessonSnapshot['apart']): boolean {
  if (!a || !b) return a === b;
  return Math.abs(a.user - b.user) < SAME_TIME && Math.abs(a.pro - b.pro) < SAME_TIME;
}

function isSameZoom(a: LessonZoom, b: LessonZoom): boolean {
  return a.scale === b.scale && a.x === b.x && a.y === b.y && a.only === b.only;
}

function drawnChange(before: readonly LessonStroke[], after: readonly LessonStroke[]): LessonChange | null {
  if (before === after) return null;
  const strokes = after.filter((stroke) => !before.includes(stroke));
  const ids = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  return strokes.length + removed.length > 0 ? { does: 'draw', strokes, removed } : null;
}

function draftChanges(before: LessonStroke | null, after: LessonStroke | null): readonly LessonChange[] {
  if (!after) return before ? [{ does: 'draft', stroke: null }] : [];
  const isSamePen =
    before?.tool === after.tool &&
    before.side === after.side &&
    before.color === after.color &&
    before.width === after.width &&
    before.timestamp === after.timestamp;
  if (!isSamePen) return [{ does: 'draft', stroke: after }];
  const keep = sharedStart(before.points, after.points);
  const points = after.points.slice(keep);
  return keep === before.points.length && points.length === 0 ? [] : [{ does: 'extend', keep, points }];
}

/** The number of equal points at the start of both lines. */
function sharedStart(a: readonly Point[], b: readonly Point[]): number {
  const differs = a.findIndex((point, index) => point.x !== b[index]?.x || point.y !== b[index].y);
  return differs < 0 ? Math.min(a.length, b.length) : differs;
}

/** Where a recording that adds to a lesson begins. */
export interface LessonAddition {
  /** The recorded time at which it is added, in seconds. */
  readonly recorded: number;
  /** The number of events that the lesson has. */
  readonly eventCount: number;
  /** The ranges that are played before what is recorded, and after it. */
  readonly before: readonly LessonRange[];
  readonly after: readonly LessonRange[];
  /** The screen after the lesson's last event. The changes from it are written first. */
  readonly screen: LessonSnapshot;
}

/**
 * The addition to a lesson. `passage`: the lesson times between which it replaces what is played, in seconds; null to go
 * on after what was recorded last, which is the lesson's end unless a passage was recorded again.
 */
export function additionTo(lesson: Lesson, passage: LessonRange | null): LessonAddition {
  const { recorded, events, kept } = lesson;
  const { at, rate, apart, view, zoom, strokes } = replayOf(lesson).atRecorded(recorded);
  const newest = kept.findIndex(({ to }) => kept.every((other) => other.to <= to));
  return {
    recorded,
    eventCount: events.length,
    before: passage ? keptBetween(kept, 0, passage.from) : kept.slice(0, newest + 1),
    after: passage ? keptBetween(kept, passage.to, lessonDuration(lesson)) : kept.slice(newest + 1),
    screen: { time: recorded, at, rate, apart, view, zoom, drawn: strokes, draft: null },
  };
}
