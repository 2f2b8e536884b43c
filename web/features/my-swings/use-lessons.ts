// The lessons of the page, and the actions on them. The code of lesson files is loaded when it is needed.
import { useCallback, useEffect, useState } from 'react';
import { randomId } from '#web/lib/random-id.ts';
import type { ImportProblem } from '#web/videos/kept/exported-file.ts';
import { isNoRoom } from '#web/videos/kept/keep-outcome.ts';
import type { KeptLesson } from '#web/videos/kept/kept-lesson.ts';
import { forgetLesson, keepLesson, keptLesson, keptLessons } from '#web/videos/kept/lesson-database.ts';
import { forgetUnfinished, type Unfinished, unfinishedRecordings } from '#web/videos/kept/unfinished.ts';

/** An imported lesson, or why it was not imported. */
export type Imported = { readonly id: string } | { readonly problem: ImportProblem | 'no-room' | 'refused' };

interface Kept {
  /** Newest first, without those that are being recorded in another tab. */
  readonly lessons: readonly KeptLesson[];
  /** The recordings that a closed page did not end, by their lesson's id. */
  readonly unfinished: ReadonlyMap<string, Unfinished>;
}

const NOTHING: Kept = { lessons: [], unfinished: new Map() };

async function readLessons(): Promise<Kept> {
  const unfinished = new Map((await unfinishedRecordings()).map((one) => [one.kept.id, one]));
  const lessons = (await keptLessons()).filter(({ id, lesson }) => lesson || unfinished.has(id));
  return { lessons, unfinished };
}

/** The kept lessons; empty where the browser stores nothing. Read again when `version` changes. */
export function useLessons(version: unknown) {
  const [{ lessons, unfinished }, setKept] = useState(NOTHING);
  const load = useCallback(async () => setKept(await readLessons().catch(() => NOTHING)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with every version
  useEffect(() => void load(), [load, version]);
  useEffect(() => {
    const onShow = () => document.visibilityState === 'visible' && void load();
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, [load]);

  /** Makes a lesson of an unfinished recording. */
  async function finish(id: string): Promise<void> {
    const { finishRecording } = await import('#web/videos/kept/finish-recording.ts');
    await finishRecording(id);
  }

  /** Opens the swings of a lesson, so that more of it is recorded. */
  async function openMore(lessonId: string): Promise<boolean> {
    const { openForMore } = await import('#web/videos/kept/open-for-more.ts');
    return openForMore({ lessonId, passage: null });
  }

  /** Deletes what was recorded and not finished, or the lesson. */
  async function remove(kept: KeptLesson): Promise<void> {
    await (unfinished.has(kept.id) ? forgetUnfinished(kept) : forgetLesson(kept.id));
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

  return { lessons, unfinished, finish, openMore, remove, importFile };
}
