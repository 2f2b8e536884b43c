// A lesson stored on this device, beside the comparison that it explains.
import type { Lesson, LessonEvent, LessonRange } from '#domain/lesson/lesson.ts';
import { say, words } from '#web/words/words.ts';
import type { KeptComparison } from './kept-comparison.ts';

/** A lesson. Its audio and the bytes of its clips are stored separately. */
export interface KeptLesson {
  readonly id: string;
  /** The time of the recording, in milliseconds since 1970. */
  readonly keptAtMs: number;
  /** The visitor's title; empty for the usual one. */
  readonly title: string;
  /** The comparison as it was when the recording began. */
  readonly comparison: KeptComparison;
  /** Null while its first recording is not finished. */
  readonly lesson: Lesson | null;
}

/**
 * A piece of a running recording. The pieces of a recording follow each other without a gap. Those of a recording that
 * adds to a lesson have the recorded times of that lesson.
 */
export interface LessonPart {
  readonly events: readonly LessonEvent[];
  /** The recorded time at the end of the part, in seconds. */
  readonly recorded: number;
  /** What is played of the whole lesson, as recorded up to the end of the part. */
  readonly kept: readonly LessonRange[];
  /** The known delay of the microphone, in seconds; absent in parts that an earlier version wrote. */
  readonly voiceDelay?: number;
  /** The next bytes of the audio file; null without a microphone. */
  readonly audio: ArrayBuffer | null;
}

export function lessonTitle({ title, comparison }: KeptLesson): string {
  if (title.trim()) return title.trim();
  const { pro, choices } = comparison;
  const other = 'golfer' in pro ? pro.golfer.name : (choices.names.pro ?? words.mySwings.earlierSwing);
  return say(words.lesson.usualTitle, { other });
}
