// Joins the parts of a recording into its lesson, also of one that a closed page did not end.
import { type Lesson, MAX_LESSON_SECONDS, recordedLesson } from '#domain/lesson/lesson.ts';
import { joinedSound, type RecordedSound } from './joined-sound.ts';
import { finishLesson, keptLesson, lessonAudio, lessonParts } from './lesson-database.ts';

/**
 * Finishes a recording and returns its lesson, to which it may have been added; null where nothing was recorded. Rejects
 * when the browser does not store it.
 */
export async function finishRecording(id: string): Promise<Lesson | null> {
  const [kept, parts, voice] = await Promise.all([keptLesson(id), lessonParts(id), lessonAudio(id)]);
  const earlier = kept?.lesson ?? null;
  const last = parts.at(-1);
  if (!last || last.kept.length === 0) return earlier;
  const recorded = Math.min(last.recorded, MAX_LESSON_SECONDS);
  const begunAt = earlier?.recorded ?? 0;
  const events = [...(earlier?.events ?? []), ...parts.flatMap((part) => part.events)];
  const { voiceDelay = last.voiceDelay ?? 0, chapters = [], captions = [] } = earlier ?? {};
  const lesson = Object.freeze({ ...recordedLesson(events, recorded, last.kept), voiceDelay, chapters, captions });
  const pieces = parts.flatMap(({ audio }) => (audio ? [audio] : []));
  const [first, ...others]: RecordedSound[] = [
    ...(voice ? [{ file: voice, from: 0, to: begunAt }] : []),
    ...(pieces.length > 0 ? [{ file: new Blob(pieces), from: begunAt, to: recorded }] : []),
  ];
  await finishLesson(id, lesson, first ? await joinedSound([first, ...others], recorded) : null);
  return lesson;
}
