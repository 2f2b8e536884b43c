// The messages between the page and the worker that makes a video.

import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import type { Size } from '#domain/geometry.ts';
import type { Lesson } from '#domain/lesson/lesson.ts';
import type { FrameSpan } from '#domain/mp4/splice.ts';
import type { Side } from '#domain/side.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import type { FalseAnswer } from '#web/lib/false-answers.ts';

export interface RenderSource {
  readonly file: Blob;
  /** The times of its shown frames that the plan was computed from. */
  readonly frameTimes: FrameTimes;
}

export interface RenderRequest {
  readonly plan: ComparisonPlan;
  readonly sources: Readonly<Record<Side, RenderSource>>;
  /**
   * The visitor's drawings by the merged frame on which they appear, in pixels of the canvas; empty without drawings.
   */
  readonly drawn: readonly StrokesFromFrame[];
  /** A video of the same plan and clips: only the frames that drawings change are encoded again. Null without one. */
  readonly base: DrawnVideo | null;
  /** Absent for the usual bits. */
  readonly bitsPerPixel?: number;
}

/** A merged video made on this device, and the drawings in it. */
export interface DrawnVideo {
  readonly file: Blob;
  readonly drawn: readonly StrokesFromFrame[];
}

/** A part of the frames that are encoded for one video. */
export interface MergedPart {
  readonly spans: readonly FrameSpan[];
  /** How many frames the parts before it have. */
  readonly firstFrame: number;
}

/** The request for a part of a merged video, from one worker to another. */
export interface PartRequest {
  readonly of: RenderRequest;
  readonly part: MergedPart;
  readonly bitsPerPixel: number | undefined;
}

/** One view of a lesson: the plan of its alignment and choices. */
export interface LessonPlan {
  /** The view as JSON. */
  readonly view: string;
  readonly plan: ComparisonPlan;
}

export interface LessonRequest {
  readonly lesson: Lesson;
  readonly plans: readonly LessonPlan[];
  readonly sources: Readonly<Record<Side, RenderSource>>;
  /** Each clip's upright size. */
  readonly sizes: Readonly<Record<Side, Size>>;
  /** Null for a lesson without voice. */
  readonly voice: Blob | null;
}

/** What a worker is told: what to make, and what this browser is known not to do. */
export interface ToRenderWorker {
  readonly request: RenderRequest | LessonRequest | PartRequest;
  readonly falseAnswers: readonly FalseAnswer[];
}

/** Why a video cannot be made on this device. */
export type RenderProblem =
  /** The browser cannot decode or encode frames at all. */
  | 'no-codecs'
  /** The browser cannot open or decode a clip. */
  | 'cannot-decode'
  /** The browser does not encode H.264 of this size. */
  | 'cannot-encode'
  /** The encoder of the sound could not be loaded. */
  | 'no-sound-encoder'
  /** A clip's frames differ from the plan: one is missing or out of order. */
  | 'wrong-frames'
  /** The work stalled. */
  | 'stalled'
  /** A clip no longer exists. */
  | 'clip-gone'
  /** The golfer's video could not be downloaded. */
  | 'no-golfer-video'
  /** The last try crashed the page. */
  | 'page-died'
  /** Any other failure: the encoder stopped, or memory ran out. */
  | 'failed';

/** An encoded frame and its place in the video. */
export interface NumberedFrame {
  /** Its number in the video, from 0. */
  readonly number: number;
  readonly type: EncodedVideoChunkType;
  readonly data: Uint8Array<ArrayBuffer>;
  /** How this frame and those after it are decoded; null where that stays. */
  readonly decoderConfig: VideoDecoderConfig | null;
}

/** The messages of the worker. The last one is `file` or `problem`; for a part, `isEncoded` or `problem`. */
export type FromRenderWorker =
  | { readonly frames: number }
  | { readonly falseAnswers: readonly FalseAnswer[] }
  | { readonly encoded: NumberedFrame }
  | { readonly isEncoded: true }
  | { readonly file: Blob }
  /** `cause` is for the developer's console. */
  | { readonly problem: RenderProblem; readonly cause: string; readonly suspect: FalseAnswer | null };

/** A video cannot be made on this device. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly problem: RenderProblem;
  /** What the browser has promised that may be the cause; null where nothing else can be tried. */
  readonly suspect: FalseAnswer | null;

  constructor(problem: RenderProblem, cause: string, suspect: FalseAnswer | null = null) {
    super(cause);
    this.problem = problem;
    this.suspect = suspect;
  }
}
