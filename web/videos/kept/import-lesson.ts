// Stores the lesson of a file on this device.
import { randomId } from '#web/lib/random-id.ts';
import { ImportError, type ReadingOptions } from './exported-file.ts';
import { keepLesson, keptLesson } from './lesson-database.ts';
import { readLessonFile } from './lesson-file.ts';

/**
 * The id of the stored lesson; null where the file is of another kind. The same lesson is not stored twice; one that was
 * changed here or there gets a new id. Rejects as {@link readLessonFile} does, or when the storage is full.
 */
export async function importLesson(file: Blob, options: ReadingOptions): Promise<string | null> {
  const read = await readLessonFile(file, options).catch((error: unknown) => {
    if (error instanceof ImportError && error.problem === 'not-ours') return null;
    throw error;
  });
  if (!read) return null;
  const same = await keptLesson(read.kept.id);
  if (same && JSON.stringify(same.lesson) === JSON.stringify(read.kept.lesson)) return same.id;
  const id = same ? randomId() : read.kept.id;
  await keepLesson({ ...read, kept: { ...read.kept, id } });
  return id;
}
