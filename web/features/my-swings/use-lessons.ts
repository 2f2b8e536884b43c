// The lessons of the page, and the actions on them. Their code is loaded when it is needed.
import { useCallback, useEffect, useState } from 'react';
import type { KeptLesson } from '#web/videos/kept/kept-lesson.ts';
import { forgetLesson, keptLessons, soundBytes } from '#web/videos/kept/lesson-database.ts';
import { forgetUnfinished, type Unfinished, unfinishedRecordings } from '#web/videos/kept/unfinished.ts';

interface Kept {
  /** Newest first, without those that are being recorded in another tab. */
  readonly lessons: readonly KeptLesson[];
  /** The recordings that a closed page did not end, by their lesson's id. */
  readonly unfinished: ReadonlyMap<string, Unfinished>;
  /** The size of all voices, in bytes. */
  readonly voiceBytes: number;
}

const NOTHING: Kept = { lessons: [], unfinished: new Map(), voiceBytes: 0 };

async function readLessons(): Promise<Kept> {
  const unfinished = new Map((await unfinishedRecordings()).map((one) => [one.kept.id, one]));
  const lessons = (await keptLessons()).filter(({ id, lesson }) => lesson || unfinished.has(id));
  return { lessons, unfinished, voiceBytes: await soundBytes() };
}

export type Lessons = ReturnType<typeof useLessons>;

/** The kept lessons; empty where the browser stores nothing. Read again when `version` changes. */
export function useLessons(version: unknown) {
  const [kept, setKept] = useState(NOTHING);
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

  /** Opens the swings of a lesson, so that more of it is recorded. False where a clip is missing. */
  async function openMore(lessonId: string): Promise<boolean> {
    const { openForMore } = await import('#web/videos/kept/open-for-more.ts');
    return openForMore({ lessonId, passage: null });
  }

  /** Deletes what was recorded and not finished, or the lesson. */
  async function remove(one: KeptLesson): Promise<void> {
    await (kept.unfinished.has(one.id) ? forgetUnfinished(one) : forgetLesson(one.id));
    await load();
  }

  return { ...kept, finish, openMore, remove };
}
