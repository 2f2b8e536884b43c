// A lesson: what a coach showed while talking, as timed events beside an audio track (docs/decisions/100). Plain data,
// which players and renderers follow as they follow the plan.
import type { Alignment, ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { Point } from '#domain/drawing/drawing.ts';
import type { ShapeKind } from '#domain/drawing/shapes.ts';
import type { Side } from '#domain/side.ts';

/** The version of the stored form. A lesson of a newer version is refused. */
export const LESSON_VERSION = 1;

/** Maximum recorded time of a lesson, in seconds: 15 minutes. */
export const MAX_LESSON_SECONDS = 900;

/**
 * Maximum delay of a voice, in seconds. Wireless microphones are 0.1 to 0.3 s late (Bluetooth's hands-free profile); more
 * would be another moment of the lesson.
 */
export const MAX_VOICE_DELAY = 1;

/** Limits of the parts of a lesson. A recorder stops at them, and a reader refuses more. */
export const LESSON_LIMITS = Object.freeze({
  /** Scrubbing writes up to 60 events a second. */
  events: 100_000,
  /** Points of all drawings together. */
  points: 500_000,
  /** Points of one drawing. */
  strokePoints: 20_000,
  kept: 1000,
  chapters: 200,
  captions: 2000,
  /** Characters of a chapter's title. */
  titleLength: 100,
  /** Characters of a caption. */
  captionLength: 500,
});

/** A drawing of a lesson. The same values as a drawing of the stage. */
export interface LessonStroke {
  /** Whole, 0 or greater, unique among the drawings on screen. */
  readonly id: number;
  readonly tool: ShapeKind;
  /** The side to whose picture it belongs; absent where it lies on both or on neither. */
  readonly side?: Side;
  /** At least one: shares of the side's upright picture before mirroring, or pixels of the canvas without a side. */
  readonly points: readonly Point[];
  /** `#rrggbb` in lower case. */
  readonly color: string;
  /** Pixels of the drawing surface, 1 to 20. */
  readonly width: number;
  /** The time from which it is shown, in seconds of the side's clip, or of the plan without a side. */
  readonly timestamp: number;
  readonly onlyThisFrame?: boolean;
}

/** Scale (1 to 4) and offset of the zoomed pictures, in shares of their frame. */
export interface LessonZoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  /** The only zoomed side; null where all pictures share the zoom. */
  readonly only: Side | null;
}

/** What changes. Every event holds from its time until another one of its kind. */
export type LessonChange =
  /**
   * The plan time on screen at the event's time, and plan seconds per second from then on: 0 while the pictures stand
   * still. `apart`: each side's own source time where the two are not shown at one plan time.
   */
  | {
      readonly does: 'place';
      readonly at: number;
      readonly rate: number;
      readonly apart: Readonly<Record<Side, number>> | null;
    }
  | { readonly does: 'view'; readonly alignment: Alignment; readonly choices: ComparisonChoices }
  | { readonly does: 'zoom'; readonly zoom: LessonZoom }
  /** A drawing is begun, or given up (null). */
  | { readonly does: 'draft'; readonly stroke: LessonStroke | null }
  /** The drawing that was begun keeps its first `keep` points, and these follow. */
  | { readonly does: 'extend'; readonly keep: number; readonly points: readonly Point[] }
  /**
   * Drawings are added, or replaced by those of the same id; others are removed. Covers undo, clear and move, and ends
   * the drawing that was begun.
   */
  | { readonly does: 'draw'; readonly strokes: readonly LessonStroke[]; readonly removed: readonly number[] };

/** A change and its recorded time, in seconds from the beginning of the recording. */
export type LessonEvent = LessonChange & { readonly time: number };

/** A range of recorded time, in seconds; `from` is before `to`. */
export interface LessonRange {
  readonly from: number;
  readonly to: number;
}

/** A named beginning of a passage. `time` is recorded time, so that cuts do not move it. */
export interface LessonChapter {
  readonly time: number;
  readonly title: string;
}

/** A text shown for a range of recorded time. */
export interface LessonCaption extends LessonRange {
  readonly text: string;
}

/** A lesson without its clips and its audio. Frozen plain JSON. */
export interface Lesson {
  readonly version: typeof LESSON_VERSION;
  /** The length of the recording and of its audio track, in seconds: 0 to {@link MAX_LESSON_SECONDS}. */
  readonly recorded: number;
  /** How much later than the events the audio track has the sound of a moment, in seconds: 0 to {@link MAX_VOICE_DELAY}. */
  readonly voiceDelay: number;
  /** In the order of their times. */
  readonly events: readonly LessonEvent[];
  /** The ranges that are played, in playing order. They do not overlap. */
  readonly kept: readonly LessonRange[];
  /** In the order of their times. */
  readonly chapters: readonly LessonChapter[];
  /** In the order of their beginnings. */
  readonly captions: readonly LessonCaption[];
}

/** A lesson as it was recorded. `kept`: the ranges that were not undone while recording. */
export function recordedLesson(events: readonly LessonEvent[], recorded: number, kept: readonly LessonRange[]): Lesson {
  return Object.freeze({ version: LESSON_VERSION, recorded, voiceDelay: 0, events, kept, chapters: [], captions: [] });
}
