// Opens a kept lesson: its clips as videos of this page, and its audio.
import type { Lesson } from '#domain/lesson/lesson.ts';
import type { SwingVideo } from '#web/videos/swing-video.ts';
import type { ComparedSwings } from '#web/videos/use-comparison-sides.ts';
import type { KeptClip } from './kept-comparison.ts';
import { keptClip } from './kept-database.ts';
import type { KeptLesson } from './kept-lesson.ts';
import { keptLesson, lessonAudio } from './lesson-database.ts';

/** A lesson ready to play. */
export interface OpenLesson {
  readonly kept: KeptLesson;
  readonly lesson: Lesson;
  readonly swings: ComparedSwings;
  /** Null for a lesson without voice. */
  readonly audio: Blob | null;
}

/** The finished lesson of an id; null when it or one of its clips is no longer on this device. */
export async function openLesson(id: string): Promise<OpenLesson | null> {
  const kept = await keptLesson(id);
  if (!kept?.lesson) return null;
  const { user, pro } = kept.comparison;
  const [own, other] = [await videoOf(user), 'clip' in pro ? await videoOf(pro.clip) : null];
  if (!own || ('clip' in pro && !other)) return null;
  const against: ComparedSwings['pro'] | null =
    'golfer' in pro ? { golferId: pro.golfer.id } : other && { golferId: null, video: other };
  if (!against) return null;
  return { kept, lesson: kept.lesson, swings: { user: own, pro: against }, audio: await lessonAudio(id) };
}

async function videoOf(clip: KeptClip): Promise<SwingVideo | null> {
  const { contentKey, clipId, fileName, type, lastModified, annotations, slowMotionFactor, proposedFactor } = clip;
  const bytes = await keptClip(contentKey);
  if (!bytes) return null;
  return {
    ...{ clipId, annotations, slowMotionFactor, proposedFactor },
    file: new File([bytes], fileName, { type, lastModified }),
  };
}
