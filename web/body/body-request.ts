// The requests of the page to the body worker, and the worker's answers.
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { OutlineTrack } from '#domain/outline/outline.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';

/** The frames of a clip in which the body is tracked. */
export type WantedFrames =
  /** Indexes in the clip's frame table, 300 at the maximum. */
  | { readonly frames: readonly number[] }
  /** The few around the marked positions that box, view, hand and angles need. */
  | { readonly around: SwingAnnotations }
  /** Fifteen frames per second of real life, over the whole marked swing or the whole clip. */
  | { readonly over: SwingAnnotations | 'clip' }
  /** Finds the swings of the clip: samples coarsely first, then densely where the hands move like a swing. */
  | { readonly forSwings: true };

export interface BodyRequest {
  readonly wanted: WantedFrames;
  /** How many times slower than real life the clip plays; 1 when not given. */
  readonly slowMotionFactor?: number;
  /**
   * Whether to return the golfer's outlines too. The worker then tracks more frames of a marked swing: everything that
   * a comparison shows, and the downswing densely.
   */
  readonly wantsOutlines?: boolean;
}

export type BodyProgress =
  | { readonly stage: 'loading'; readonly loadedBytes: number; readonly totalBytes: number }
  /** The model is loaded but slow to start. */
  | { readonly stage: 'slow-start' }
  | {
      readonly stage: 'looking';
      readonly frames: number;
      /** Grows when the frames tracked so far call for denser sampling. */
      readonly ofFrames: number;
    };

export type CannotSee =
  /** The browser cannot decode this clip. */
  | 'no-decoder'
  /** The file is broken. */
  | 'cannot-read'
  /** The model's files could not be fetched. */
  | 'not-loaded'
  /** The browser cannot run the model. */
  | 'cannot-run';

export type BodyAnswer =
  | { readonly kind: 'seen'; readonly track: BodyTrack; readonly outlines: OutlineTrack | null }
  /** All frames were processed, and no golfer was found. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'cannot-see'; readonly reason: CannotSee };
