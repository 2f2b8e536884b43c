// The lessons of the page, and the actions on them. The code of lesson files is loaded when it is needed.
import { useCallback, useEffect, useState } from 'react';
import { randomId } from '#web/lib/random-id.ts';
import type { ImportProblem } from '#web/videos/kept/exported-file.ts';
import { isNoRoom } from '#web/videos/kept/keep-outcome.ts';
import type { KeptLesson } from '#web/videos/kept/kept-lesson.ts';
import { forgetLesson, keepLesson, keptLesson, keptLessons } from '#web/videos/kept/lesson-database.ts';

/** An imported lesson, or why it was not imported. */
export type Imported = { readonly id: string } | { readonly problem: ImportProblem | 'no-room' | 'refused' };

/** The kept lessons, newest first; empty where the browser stores nothing. Read again when `version` changes. */
export function useLessons(version: unknown) {
  const [lessons, setLessons] = useState<readonly KeptLesson[]>([]);
  const load = useCallback(async () => setLessons(await keptLessons().catch(() => [])), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with every version
  useEffect(() => void load(), [load, version]);
  useEffect(() => {
    const onShow = () => document.visibilityState === 'visible' && void load();
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, [load]);

  /** Makes a lesson of an unfinished recording; deletes one without content. */
  async function finish(id: string): Promise<void> {
    const { finishRecording } = await import('#web/videos/kept/finish-recording.ts');
    if (!(await finishRecording(id))) await forgetLesson(id);
    await load();
  }

  async function remove(id: string): Promise<void> {
    await forgetLesson(id);
    await load();
  }

  async function importFile(file: Blob): Promise<Imported> {
    const { readLessonFile } = await import('#web/videos/kept/lesson-file.ts');
    const { ImportError } = await import('#web/videos/kept/exported-file.ts');
    try {
      const { signal } = new AbortController();
      const read = await readLessonFile(file, { signal, onPercent: () => undefined });
      const same = await keptLesson(read.kept.id);
      if (same && JSON.stringify(same.lesson) === JSON.stringify(read.kept.lesson)) return { id: same.id };
      const id = same ? randomId() : read.kept.id;
      await keepLesson({ ...read, kept: { ...read.kept, id } });
      await load();
      return { id };
    } catch (error) {
      if (error instanceof ImportError) return { problem: error.problem };
      return { problem: isNoRoom(error) ? 'no-room' : 'refused' };
    }
  }

  return { lessons, finish, remove, importFile };
}
