// What the page asks of the worker that makes a video, and what the worker says.
import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';

/** One side's clip. */
export interface RenderSource {
  readonly file: Blob;
  /** The times of its shown frames that the plan was made with. */
  readonly frameTimes: FrameTimes;
}

/** One merged video to be made. */
export interface RenderRequest {
  readonly plan: ComparisonPlan;
  readonly sources: Readonly<Record<Side, RenderSource>>;
  /** What the visitor has drawn, by the merged frame on which it appears, in pixels of the canvas; empty for nothing. */
  readonly drawn: readonly StrokesFromFrame[];
}

/** Why a video cannot be made here. */
export type RenderProblem =
  /** The browser has no interface for decoding or encoding pictures. */
  | 'no-codecs'
  /** It cannot open or decode a clip. */
  | 'cannot-decode'
  /** It does not encode H.264 of this size. */
  | 'cannot-encode'
  /** A wanted frame did not come, or not in its order, or too few did. */
  | 'wrong-frames'
  /** Nothing came for a long time. */
  | 'stalled'
  /** A clip is no longer there. */
  | 'clip-gone'
  /** The golfer's video does not come from the server. */
  | 'no-golfer-video'
  /** The page died over it the last time. */
  | 'page-died'
  /** Anything else: the encoder ended, or memory. */
  | 'failed';

/** What the worker says. The last message is `file` or `problem`. */
export type FromRenderWorker =
  | { readonly frames: number }
  | { readonly file: ArrayBuffer }
  /** `cause` is for the console of a developer. */
  | { readonly problem: RenderProblem; readonly cause: string };

/** A video cannot be made here. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly problem: RenderProblem;

  constructor(problem: RenderProblem, cause: string) {
    super(cause);
    this.problem = problem;
  }
}
