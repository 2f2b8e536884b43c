// The interface of every player to its controls, shared by the marked clip, the synced pair and the merged video.
import type { ReadonlyStore } from '#web/lib/readonly-store.ts';
import type { LoopChoice } from './loops.ts';

/** Options of a step. A repeat of a held key or button is dropped while the previous frame is not on screen yet. */
export interface StepOptions {
  readonly isRepeat?: boolean;
}

/** The state that the controls show. Times are seconds of the player's own timeline: the clip's, or plan time. */
export interface ControlState {
  /** Whether playback is requested. The player may still wait for a frame. */
  readonly playing: boolean;
  /** The time of the frame on screen. */
  readonly at: number;
  readonly speed: number;
  readonly loop: LoopChoice;
}

export interface ControlCommands {
  readonly togglePlay: () => void;
  readonly setSpeed: (speed: number) => void;
  readonly setLoop: (loop: LoopChoice) => void;
  /** Pauses and goes to a time. */
  readonly goTo: (at: number) => void;
  readonly goToStart: () => void;
  readonly goToEnd: () => void;
  /** Pauses and moves by 1/30 s per step, always onto another frame (specification §9). */
  readonly step: (steps: number, options?: StepOptions) => void;
  /** Pauses and moves by this many frames. */
  readonly moveFrames: (frames: number, options?: StepOptions) => void;
}

export type ControlledPlayer = ControlCommands & ReadonlyStore<ControlState>;
