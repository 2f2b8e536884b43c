// Recording more of a kept lesson: the way to the stage of its swings, and what that stage offers.
import type { LessonRange } from '#domain/lesson/lesson.ts';
import { lessonDuration, toRecorded } from '#domain/lesson/lesson-ranges.ts';
import { replayOf } from '#domain/lesson/lesson-state.ts';
import { POSITIONS, timeOf } from '#domain/swing/swing.ts';
import { readText, writeText } from '#web/clip/comparison-session.ts';
import type { SwingVideo } from '#web/clip/swing-video.ts';
import type { ComparedSwings } from '#web/clip/use-comparison-sides.ts';
import { orNull } from '#web/lib/or-null.ts';
import { finishRecording } from './finish-recording.ts';
import type { KeptClip, KeptComparison, KeptLesson } from './kept-comparison.ts';
import { keptLesson } from './lesson-database.ts';
import { openKept } from './open-kept.ts';
import { unfinishedRecordings } from './unfinished.ts';

export interface MoreOf {
  readonly lessonId: string;
  /** The lesson times that it replaces, in seconds; null to go on after what was recorded last. */
  readonly passage: LessonRange | null;
}

export interface Offer extends MoreOf {
  readonly kept: KeptLesson;
  /** Whether a closed page has left it, so that it can be discarded. */
  readonly isUnfinished: boolean;
  /** The playing time of the lesson, in seconds. */
  readonly seconds: number;
}

const ASKED = 'recordMoreOf';

function askFor({ lessonId, passage }: MoreOf): void {
  writeText(ASKED, JSON.stringify({ lessonId, passage }));
}

export function forgetAsked(): void {
  writeText(ASKED, null);
}

/** What the stage of these swings offers: the requested recording, else the newest unfinished one, else null. */
export async function offerOn(swings: ComparedSwings): Promise<Offer | null> {
  const asked = readAsked();
  const kept = asked && (await keptLesson(asked.lessonId));
  if (asked && kept?.lesson && isOf(kept.comparison, swings)) {
    return { ...asked, kept, isUnfinished: false, seconds: lessonDuration(kept.lesson) };
  }
  const unfinished = (await unfinishedRecordings()).find((one) => isOf(one.kept.comparison, swings));
  return unfinished ? { ...unfinished, lessonId: unfinished.kept.id, passage: null, isUnfinished: true } : null;
}

function readAsked(): MoreOf | null {
  const asked = orNull(() => JSON.parse(readText(ASKED) ?? 'null') as Record<string, unknown> | null);
  if (typeof asked?.lessonId !== 'string') return null;
  const { from, to } = (asked.passage ?? {}) as Partial<LessonRange>;
  const passage = typeof from === 'number' && typeof to === 'number' ? { from, to } : null;
  return { lessonId: asked.lessonId, passage };
}

/** Whether a comparison is of these swings with the same marks: the lesson's times then mean the same. */
function isOf({ user, pro }: KeptComparison, swings: ComparedSwings): boolean {
  if (!isSame(user, swings.user)) return false;
  if ('golfer' in pro) return pro.golfer.id === swings.pro.golferId;
  return swings.pro.golferId === null && isSame(pro.clip, swings.pro.video);
}

function isSame(clip: KeptClip, video: SwingVideo): boolean {
  return (
    clip.clipId === video.clipId &&
    clip.slowMotionFactor === video.slowMotionFactor &&
    POSITIONS.every((position) => timeOf(clip.annotations, position) === timeOf(video.annotations, position))
  );
}

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
