// What every player offers its controls: the clip that is marked, the live pair and the merged video have the same ones.
import type { ReadonlyStore } from '#web/lib/readonly-store.ts';
import type { LoopChoice } from './loops.ts';

/** How a key or button that is held down repeats: a repeat is dropped while the frame before it is not on screen. */
export interface StepOptions {
  readonly isRepeat?: boolean;
}

/** What the controls show. Times are seconds of the player's own timeline: the clip's, or plan time. */
export interface ControlState {
  /** Whether it is meant to play; it may still wait for a picture. */
  readonly playing: boolean;
  /** The time of the frame on screen. */
  readonly at: number;
  readonly speed: number;
  readonly loop: LoopChoice;
}

/** What the controls do. */
export interface ControlCommands {
  readonly togglePlay: () => void;
  readonly setSpeed: (speed: number) => void;
  readonly setLoop: (loop: LoopChoice) => void;
  /** Pauses and goes to a time: to look at what is there. */
  readonly goTo: (at: number) => void;
  readonly goToStart: () => void;
  readonly goToEnd: () => void;
  /** Pauses and moves by 1/30 s per step, always onto another frame (specification §9). */
  readonly step: (steps: number, options?: StepOptions) => void;
  /** Pauses and moves by this many frames. */
  readonly moveFrames: (frames: number, options?: StepOptions) => void;
}

/** A player as its controls see it. */
export type ControlledPlayer = ControlCommands & ReadonlyStore<ControlState>;
