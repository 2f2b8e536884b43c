// Captions from words that a recogniser heard.
import { LESSON_LIMITS, type LessonCaption } from './lesson.ts';

/** As long as a caption of two lines on a phone, in characters. */
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
