// The stages of making a merged video, on this device or by the server.
import type { Side } from '#domain/side.ts';
import type { UploadProgress } from '#domain/video/video-file.ts';
import type { Waiting } from '#web/api/retry.ts';
import type { BodyLook } from '#web/body/clip-body.ts';
import type { DeviceResult } from '#web/render/device-results.ts';
import type { RenderProblem } from '#web/render/render-request.ts';
import type { ToastText } from '#web/ui/toast/toast-store.ts';

/** Null for a video that is waiting for its turn; no entry for one that is not uploaded. */
export type SidesProgress = Readonly<Partial<Record<Side, UploadProgress | null>>>;

export interface MadeHere {
  readonly result: DeviceResult;
  /** Whether it survives a reload. */
  readonly isKept: boolean;
  /** Whether no part of the clips was ever uploaded, as far as this tab knows. */
  readonly isUnsent: boolean;
}

export type MergeStage =
  | { readonly stage: 'on-request' }
  | { readonly stage: 'preparing' }
  | { readonly stage: 'uploading' | 'merging'; readonly progress: SidesProgress; readonly waiting: Waiting | null }
  /** The videos are uploaded; the golfer in this side's clip is still being tracked. */
  | { readonly stage: 'looking'; readonly progress: SidesProgress; readonly side: Side; readonly look: BodyLook }
  /** Being made on this device. Both numbers are 0 until the first frame. */
  | { readonly stage: 'making'; readonly frames: number; readonly ofFrames: number }
  /** It cannot be made on this device; the visitor is asked whether to upload their clips. */
  | { readonly stage: 'ask-upload'; readonly problem: RenderProblem; readonly uploadBytes: number }
  /** `isWithoutBodies`: choices that need an undetected body are omitted. */
  | {
      readonly stage: 'done';
      readonly mergedVideoUrl: string;
      readonly isWithoutBodies?: true;
      readonly device?: MadeHere;
    }
  | { readonly stage: 'failed'; readonly toast: ToastText }
  | { readonly stage: 'canceled' };
