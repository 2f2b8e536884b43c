// The lessons of the database: recordings that are written part by part while they run, and finished lessons.
import type { StoredBodyTrack } from '#domain/body/stored-body-track.ts';
import type { Lesson } from '#domain/lesson/lesson.ts';
import type { KeptLesson, LessonPart } from './kept-comparison.ts';
import { deleteUnused, inOneChange, keptDatabase, putMedia, stored } from './kept-database.ts';

export interface LessonWithMedia {
  readonly kept: KeptLesson;
  /** Null for a lesson without voice. */
  readonly audio: Blob | null;
  /** The bytes of its clips, by content key. */
  readonly clips: ReadonlyMap<string, Blob>;
  /** As in `ComparisonWithMedia`. */
  readonly bodies?: ReadonlyMap<string, StoredBodyTrack>;
}

/** All lessons, newest first, unfinished ones included. Rejects when the browser stores nothing. */
export async function keptLessons(): Promise<readonly KeptLesson[]> {
  const all = await (await keptDatabase()).getAll('lessons');
  return all.map(withVoiceDelay).toSorted((a, b) => b.keptAtMs - a.keptAtMs);
}

export async function keptLesson(id: string): Promise<KeptLesson | null> {
  const kept = await stored('lessons', id);
  return kept ? withVoiceDelay(kept) : null;
}

/** Lessons stored before the delay could be set do not have it. */
function withVoiceDelay(kept: KeptLesson): KeptLesson {
  return kept.lesson ? { ...kept, lesson: Object.freeze(Object.assign({ voiceDelay: 0 }, kept.lesson)) } : kept;
}

export const lessonAudio = (id: string) => stored('lessonAudio', id);

/** The size of the voices of all lessons, in bytes. */
export async function soundBytes(): Promise<number> {
  const sounds = await (await keptDatabase()).getAll('lessonAudio');
  return sounds.reduce((sum, { size }) => sum + size, 0);
}

/** Stores a lesson with its media, in place of one of the same id. When the storage is full, changes nothing and rejects. */
export async function keepLesson({ kept, audio, clips, bodies }: LessonWithMedia): Promise<void> {
  await inOneChange(async (stores) => {
    await stores.lessons.put(kept);
    if (audio) await stores.lessonAudio.put(audio, kept.id);
    await putMedia(stores, { clips, bodies });
  });
}

/** Changes title or edits of a lesson. Does nothing when it was deleted. */
export async function changeLesson(id: string, change: Partial<Pick<KeptLesson, 'title' | 'lesson'>>): Promise<void> {
  await inOneChange(async ({ lessons }) => {
    const old = await lessons.get(id);
    if (old) await lessons.put({ ...old, ...change });
  });
}

/** Writes a part of a running recording. Rejects when the storage is full. */
export async function keepPart(id: string, number: number, part: LessonPart): Promise<void> {
  await (await keptDatabase()).put('lessonParts', part, [id, number]);
}

export async function lessonParts(id: string): Promise<readonly LessonPart[]> {
  return (await keptDatabase()).getAll('lessonParts', partsOf(id));
}

/** The last part of every recording that is not finished, by the lesson's id. */
export async function lastParts(): Promise<ReadonlyMap<string, LessonPart>> {
  const database = await keptDatabase();
  const lastKeys = new Map((await database.getAllKeys('lessonParts')).map((key) => [key[0], key]));
  const last = new Map<string, LessonPart>();
  for (const [id, key] of lastKeys) {
    const part = await database.get('lessonParts', key);
    if (part) last.set(id, part);
  }
  return last;
}

/** Deletes what was recorded and not finished. The lesson to which it was added stays. */
export async function forgetParts(id: string): Promise<void> {
  await (await keptDatabase()).delete('lessonParts', partsOf(id));
}

/** Replaces the parts of a recording by the finished lesson. Only deletes them when the lesson was deleted. */
export async function finishLesson(id: string, lesson: Lesson, audio: Blob | null): Promise<void> {
  await inOneChange(async (stores) => {
    const old = await stores.lessons.get(id);
    if (old) await stores.lessons.put({ ...old, lesson });
    if (old && audio) await stores.lessonAudio.put(audio, id);
    await stores.lessonParts.delete(partsOf(id));
  });
}

/** Deletes a lesson, finished or not, and clips and golfers that nothing else uses. */
export async function forgetLesson(id: string): Promise<void> {
  await inOneChange(async (stores) => {
    await stores.lessons.delete(id);
    await stores.lessonAudio.delete(id);
    await stores.lessonParts.delete(partsOf(id));
    await deleteUnused(stores);
  });
}

function partsOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
}
