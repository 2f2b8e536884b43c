// Where chapters of a lesson could begin: where the pictures stand still while the coach talks.
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import { LESSON_LIMITS, type Lesson } from './lesson.ts';
import { toLessonTime } from './lesson-ranges.ts';
import { type LessonState, replayOf } from './lesson-state.ts';

interface ProposedChapter {
  /** Recorded time, in seconds. */
  readonly time: number;
  /** The position on screen; null where it is another moment. */
  readonly position: Position | null;
}

/** The pictures stand still at least this long for a chapter, in seconds. */
const MIN_PAUSE = 3;
/** Chapters are at least this far apart, in seconds. A position is proposed rather than another moment before it. */
const MIN_DISTANCE = 8;

/** The proposed chapters, in order of time. `positionIn`: the position that a state shows, null for another moment. */
export function proposedChapters(
  lesson: Lesson,
  positionIn: (state: LessonState) => Position | null,
): readonly ProposedChapter[] {
  const replay = replayOf(lesson);
  const found: ProposedChapter[] = [];
  for (const time of pausesOf(lesson)) {
    if (toLessonTime(lesson, time) === null) continue;
    const position = positionIn(replay.atRecorded(time));
    const last = found.at(-1);
    if (last && time - last.time < MIN_DISTANCE) {
      if (last.position !== null || position === null) continue;
      found.pop();
    }
    found.push({ time, position: POSITIONS.find((one) => one === position) ?? null });
  }
  return found.slice(0, LESSON_LIMITS.chapters);
}

/** The times at which the pictures come to rest for a while. */
function pausesOf({ events, recorded }: Lesson): readonly number[] {
  const places = events.filter(({ does }) => does === 'place');
  return places.flatMap((event, index) => {
    const until = places[index + 1]?.time ?? recorded;
    return event.does === 'place' && event.rate === 0 && until - event.time >= MIN_PAUSE ? [event.time] : [];
  });
}
