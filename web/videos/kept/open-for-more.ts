// The way from My swings and the editor to the stage on which more of a lesson is recorded.
import { toRecorded } from '#domain/lesson/lesson-ranges.ts';
import { replayOf } from '#domain/lesson/lesson-state.ts';
import { finishRecording } from './finish-recording.ts';
import { keptLesson } from './lesson-database.ts';
import { openKept } from './open-kept.ts';
import { askFor, type MoreOf } from './record-more.ts';

/** Opens a lesson's swings as they are shown where more is to be recorded. False where a clip is missing. */
export async function openForMore({ lessonId, passage }: MoreOf): Promise<boolean> {
  const lesson = await finishRecording(lessonId);
  const kept = await keptLesson(lessonId);
  if (!lesson || !kept) return false;
  const { view, strokes } = replayOf(lesson).atRecorded(passage ? toRecorded(lesson, passage.from) : lesson.recorded);
  const { user, pro } = kept.comparison;
  const comparison = `${user.clipId} ${'golfer' in pro ? pro.golfer.id : pro.clip.clipId}`;
  const drawn = strokes.length === 0 ? null : JSON.stringify({ comparison, strokes });
  if (!(await openKept({ ...kept.comparison, ...view, drawn }))) return false;
  askFor({ lessonId, passage });
  return true;
}
