// More that is recorded into a lesson: after what was recorded last, or in place of a passage. It is added at the end of
// the recorded time; the kept ranges say where it is played.
import type { Lesson, LessonRange } from './lesson.ts';
import type { LessonSnapshot } from './lesson-changes.ts';
import { keptBetween, lessonDuration } from './lesson-ranges.ts';
import { replayOf } from './lesson-state.ts';

/** Where a recording that adds to a lesson begins. */
export interface LessonAddition {
  /** The recorded time from which on it is added, in seconds. */
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
    ...{ recorded, eventCount: events.length },
    before: passage ? keptBetween(kept, 0, passage.from) : kept.slice(0, newest + 1),
    after: passage ? keptBetween(kept, passage.to, lessonDuration(lesson)) : kept.slice(newest + 1),
    screen: { time: recorded, at, rate, apart, view, zoom, drawn: strokes, draft: null },
  };
}
