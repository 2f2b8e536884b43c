// The messages between the page, the capture worker and the search worker. Times are seconds: `camera` times on the clock of the camera's
// frames, all others on the wall clock (performance.timeOrigin + performance.now()).
import type { GrayFrame } from '#domain/moments/motion/frame-motion.ts';
import type { RangeClick } from '#domain/range/clicks.ts';
import type { Shot } from '#domain/range/shots.ts';

/** The camera's real frame rate and size, measured over the last seconds. */
export interface CaptureFacts {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rate: number;
  /** The number of frames since the start, and how many of them are missing in the buffer. */
  readonly frames: number;
  readonly dropped: number;
  /** The share of frames dropped in the last seconds, 0 to 1. */
  readonly recentlyDropped: number;
  /** The length of the buffer in seconds, and its size. */
  readonly bufferedSeconds: number;
  readonly bufferedBytes: number;
  /** The mean brightness of the picture, 0 to 255. */
  readonly brightness: number;
}

/** A cut of the buffer as an MP4 file. */
export interface RangeCut {
  readonly file: ArrayBuffer;
  readonly type: string;
  /** The camera time of its first frame. */
  readonly from: number;
  /** The camera time of its last frame. */
  readonly to: number;
  /** The times of its frames, in seconds of the file, ascending. */
  readonly times: readonly number[];
}

/** The source of frames: a stream, the camera's track where only workers can read it, or a port that shown frames come through. */
export type FrameSource =
  | { readonly frames: ReadableStream<VideoFrame> }
  | { readonly track: MediaStreamTrack }
  | { readonly shown: MessagePort };

export type ToCaptureWorker =
  /** Small pictures go to the search worker through the port. */
  | { readonly start: FrameSource; readonly rate: number; readonly pictures: MessagePort }
  /** Camera times. The answer waits until the frames up to `to` have come. */
  | { readonly cut: number; readonly from: number; readonly to: number }
  /** Shows the live picture late on a canvas; null for no picture. */
  | { readonly mirror: OffscreenCanvas | null; readonly delay: number }
  | { readonly mirrorDelay: number };

export type FromCaptureWorker =
  | { readonly facts: CaptureFacts }
  /** Null where the buffer no longer has the frames, or the file could not be written. */
  | { readonly cut: number; readonly made: RangeCut | null }
  | { readonly problem: 'cannot-encode' | 'camera-ended' };

/** A small picture for the search worker, which answers each with its time. */
export interface SmallFrame extends GrayFrame {
  /** The wall time at which the camera's frame arrived. */
  readonly arrivedAt: number;
}

export type ToSearchWorker =
  /** The sound is null without a microphone, and where the page has to listen. */
  | { readonly pictures: MessagePort; readonly sound: ReadableStream<AudioData> | null }
  /** The click's time is a wall time. */
  | { readonly click: RangeClick }
  | { readonly canHear: boolean };

export type FromSearchWorker =
  /** The microphone began or stopped to deliver sound. */
  | { readonly canHear: boolean }
  /** `struckAt` is the wall time of the strike, in seconds since 1970. */
  | { readonly shot: Shot; readonly struckAt: number };
