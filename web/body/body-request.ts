// What the page asks of the body worker and what it answers.
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { OutlineTrack } from '#domain/outline/outline.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';

/** Which frames of a clip are looked at. */
export type WantedFrames =
  /** These, by their index in the clip's frame table, at most 300. */
  | { readonly frames: readonly number[] }
  /** The few around the marked positions that box, view, hand and angles need. */
  | { readonly around: SwingAnnotations }
  /** Fifteen of each second of real life, over the whole swing that is marked or over the whole clip. */
  | { readonly over: SwingAnnotations | 'clip' }
  /** All that is needed to find the swings of the clip: few at first, more where the hands go the way of a swing. */
  | { readonly forSwings: true };

/** One request. */
export interface BodyRequest {
  readonly wanted: WantedFrames;
  /** How many times slower than real life the clip plays; 1 when not given. */
  readonly slowMotionFactor?: number;
  /**
   * Whether the golfer's outlines are wanted too. More frames of a marked swing are then looked at: all that a comparison
   * shows, and the downswing closely.
   */
  readonly wantsOutlines?: boolean;
}

/** How far the work is. */
export type BodyProgress =
  | { readonly stage: 'loading'; readonly loadedBytes: number; readonly totalBytes: number }
  /** The model is loaded, and takes long to start. */
  | { readonly stage: 'slow-start' }
  | {
      readonly stage: 'looking';
      readonly frames: number;
      /** Grows where what is seen calls for a closer look. */
      readonly ofFrames: number;
      /** What has been seen so far, said once before each closer look. */
      readonly soFar?: BodyTrack;
    };

/** Why the golfer cannot be looked for. */
export type CannotSee =
  /** The browser does not decode this clip. */
  | 'no-decoder'
  /** The file is broken. */
  | 'cannot-read'
  /** The model's files did not come. */
  | 'not-loaded'
  /** The browser does not run the model. */
  | 'cannot-run';

/** What came of a request. */
export type BodyAnswer =
  | { readonly kind: 'seen'; readonly track: BodyTrack; readonly outlines: OutlineTrack | null }
  /** All frames were looked at and no golfer is in them. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'cannot-see'; readonly reason: CannotSee };
