// The kept ranges of a lesson: lesson time and recorded time, and the edits that change what is played. Nothing that
// was recorded is lost by an edit.
import type { Lesson, LessonCaption, LessonChapter, LessonRange } from './lesson.ts';

/** An edit drops remainders of a range that are shorter than this, in seconds: less than a packet of audio. */
const MIN_RANGE = 0.02;

/** A kept range and the lesson time at which it is played, in seconds. */
export interface PlayedRange extends LessonRange {
  readonly at: number;
}

/**
 * The kept ranges in playing order, each with the lesson time at which it begins.
 * @example
 * playedRanges({ kept: [{ from: 0, to: 4 }, { from: 6, to: 10 }] })[1] // { from: 6, to: 10, at: 4 }
 */
export function playedRanges({ kept }: Pick<Lesson, 'kept'>): readonly PlayedRange[] {
  let at = 0;
  return kept.map(({ from, to }) => {
    const played = { from, to, at };
    at += to - from;
    return played;
  });
}

/**
 * The playing time of a lesson, in seconds.
 * @example
 * lessonDuration({ kept: [{ from: 0, to: 4 }, { from: 6, to: 10 }] }) // 8
 */
export function lessonDuration({ kept }: Pick<Lesson, 'kept'>): number {
  return kept.reduce((sum, { from, to }) => sum + (to - from), 0);
}

/**
 * The recorded time that is played at a lesson time, both in seconds; clamped to the lesson. 0 without kept ranges.
 * @example
 * toRecorded({ kept: [{ from: 0, to: 4 }, { from: 6, to: 10 }] }, 5) // 7
 */
export function toRecorded({ kept }: Pick<Lesson, 'kept'>, time: number): number {
  let left = Math.max(0, time);
  for (const { from, to } of kept) {
    if (left < to - from) return from + left;
    left -= to - from;
  }
  return kept.at(-1)?.to ?? 0;
}

/**
 * The lesson time at which a recorded time is played, both in seconds; null where it is cut.
 * @example
 * toLessonTime({ kept: [{ from: 0, to: 4 }, { from: 6, to: 10 }] }, 7) // 5
 */
export function toLessonTime(lesson: Pick<Lesson, 'kept'>, recordedTime: number): number | null {
  const played = playedRanges(lesson);
  const last = played.at(-1);
  const range = played.find((one) => {
    const { from, to } = one;
    return recordedTime >= from && (recordedTime < to || (one === last && recordedTime === to));
  });
  return range ? range.at + (recordedTime - range.from) : null;
}

/** Plays only what lies between two lesson times. The same lesson where that would leave nothing. */
export function trimLesson(lesson: Lesson, from: number, to: number): Lesson {
  return withKept(lesson, keptBetween(lesson.kept, from, to));
}

/** Plays everything but what lies between two lesson times. The same lesson where that would leave nothing. */
export function cutLesson(lesson: Lesson, from: number, to: number): Lesson {
  if (to <= from) return lesson;
  return withKept(lesson, [
    ...keptBetween(lesson.kept, 0, from),
    ...keptBetween(lesson.kept, to, Number.POSITIVE_INFINITY),
  ]);
}

/** Plays everything that was recorded, in the order of recording. */
export function uncutLesson(lesson: Lesson): Lesson {
  return withKept(lesson, [{ from: 0, to: lesson.recorded }]);
}

/** Cuts the last seconds of the kept ranges, as "undo the last ten seconds" does during a recording. */
export function undoLast(kept: readonly LessonRange[], seconds: number): readonly LessonRange[] {
  return keptBetween(kept, 0, Math.max(0, lessonDuration({ kept }) - seconds));
}

/** The chapters that are played, with their lesson times, in playing order. */
export function playedChapters(lesson: Lesson): readonly LessonChapter[] {
  return lesson.chapters
    .flatMap(({ time, title }) => {
      const at = toLessonTime(lesson, time);
      return at === null ? [] : [{ time: at, title }];
    })
    .toSorted((a, b) => a.time - b.time);
}

/** The caption shown at a recorded time; null without one. */
export function captionAt({ captions }: Pick<Lesson, 'captions'>, recordedTime: number): LessonCaption | null {
  return captions.find(({ from, to }) => recordedTime >= from && recordedTime < to) ?? null;
}

function withKept(lesson: Lesson, kept: readonly LessonRange[]): Lesson {
  return kept.length === 0 ? lesson : Object.freeze({ ...lesson, kept: Object.freeze(kept) });
}

/** The parts of ranges between two times of their joint playing time, in seconds; empty where nothing lies between. */
export function keptBetween(kept: readonly LessonRange[], start: number, end: number): readonly LessonRange[] {
  return playedRanges({ kept }).flatMap(({ from, to, at }) => {
    const [first, last] = [Math.max(0, start - at), Math.min(to - from, end - at)];
    return last - first >= MIN_RANGE ? [{ from: from + first, to: from + last }] : [];
  });
}
