// Recordings that a closed page left unfinished, and the mark that distinguishes them from recordings that run in
// another tab.
import { lessonDuration } from '#domain/lesson/lesson-ranges.ts';
import { markRunning, runningWork } from '#web/lib/running-work.ts';
import type { KeptLesson } from './kept-comparison.ts';
import { forgetLesson, forgetParts, keptLessons, lastParts } from './lesson-database.ts';

export interface Unfinished {
  readonly kept: KeptLesson;
  /** The playing time of the lesson including the recording, in seconds. */
  readonly seconds: number;
}

const LOCK = 'swingmark-lesson-';
/**
 * Without locks, a recording that has just begun cannot be distinguished from an abandoned one, so it is deleted only
 * later.
 */
const EMPTY_FOR_MS = 60_000;

/** Marks a recording as running, until the returned function is called or the page ends. */
export function markRecording(id: string): () => void {
  return markRunning(LOCK + id);
}

/** The recordings that were not ended, newest first. Deletes those without content. Rejects without storage. */
export async function unfinishedRecordings(): Promise<readonly Unfinished[]> {
  const [lessons, parts, running] = await Promise.all([keptLessons(), lastParts(), runningWork(LOCK)]);
  const found: Unfinished[] = [];
  for (const kept of lessons) {
    const { id, lesson, keptAtMs } = kept;
    const part = parts.get(id);
    if (running.has(id) || (lesson && !part)) continue;
    const seconds = part ? lessonDuration(part) : 0;
    if (seconds > 0) found.push({ kept, seconds });
    else if (Date.now() - keptAtMs > EMPTY_FOR_MS) await forgetUnfinished(kept);
  }
  return found;
}

/** Deletes what was recorded and not finished. A lesson to which it was added stays as it was. */
export async function forgetUnfinished({ id, lesson }: KeptLesson): Promise<void> {
  await (lesson ? forgetParts(id) : forgetLesson(id));
}
