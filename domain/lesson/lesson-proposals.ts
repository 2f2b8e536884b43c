// What is proposed for a lesson: captions from words that a recognizer heard, and chapters where the pictures stand still
// while the coach talks.
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import { LESSON_LIMITS, type Lesson, type LessonCaption } from './lesson.ts';
import { toLessonTime } from './lesson-ranges.ts';
import { type LessonState, replayOf } from './lesson-state.ts';

/** The length of a two-line caption on a phone, in characters. */
const CAPTION_CHARACTERS = 80;

/**
 * The captions of a sentence that was heard between two recorded times, in seconds: pieces of at most 80 characters, each for
 * its share of the time. None without words, or where the times do not ascend.
 * @example
 * heardWords('Keep your head still', 2, 4) // [{ from: 2, to: 4, text: 'Keep your head still' }]
 */
export function heardWords(text: string, from: number, to: number): readonly LessonCaption[] {
  const pieces: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const piece = pieces.at(-1);
    if (piece !== undefined && piece.length + 1 + word.length <= CAPTION_CHARACTERS) {
      pieces[pieces.length - 1] = `${piece} ${word}`;
    } else pieces.push(word.slice(0, LESSON_LIMITS.captionLength));
  }
  const letters = pieces.reduce((sum, { length }) => sum + length, 0);
  if (to <= from) return [];
  let before = 0;
  return pieces.map((piece) => {
    const begin = from + ((to - from) * before) / letters;
    before += piece.length;
    return { from: begin, to: from + ((to - from) * before) / letters, text: piece };
  });
}

/** The captions with those that were heard. Heard ones that overlap another, or are too many, are left out. */
export function withHeardCaptions(
  captions: readonly LessonCaption[],
  heard: readonly LessonCaption[],
): readonly LessonCaption[] {
  const all = [...captions];
  for (const caption of heard) {
    const isFree = all.every(({ from, to }) => caption.to <= from || caption.from >= to);
    if (isFree && all.length < LESSON_LIMITS.captions) all.push(caption);
  }
  return all.toSorted((a, b) => a.from - b.from);
}

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

/**
 * The proposed chapters, in the order of their times. `positionIn` says which position a state shows, null for another
 * moment.
 */
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
