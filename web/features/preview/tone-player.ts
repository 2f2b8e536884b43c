// Plays clicks on the browser's audio clock.
import type { Position } from '#domain/swing/swing.ts';
import {
  type DueTone,
  dueTones,
  LOOK_AHEAD_MS,
  type ToneClock,
  type ToneLoop,
  type ToneTimes,
} from './tone-scheduler.ts';

/** Pitches in hertz. The strike is higher than the others. */
const PITCH: Readonly<Record<Position, number>> = { rest: 880, top: 880, strike: 1320 };
const CLICK_SECONDS = 0.05;
const LOUDNESS = 0.5;
/** A scheduled click is rescheduled if its time moves by more than this, in milliseconds. */
const MOVED_MS = 2;
/** A click that already sounds is not repeated if its time moves by no more than this, in milliseconds. */
const SAME_CLICK_MS = 150;
/** Scheduling interval, in milliseconds: several times within the look-ahead. */
const EVERY_MS = LOOK_AHEAD_MS / 12;

interface SetClick {
  readonly atMs: number;
  /** The start on the audio clock, in seconds. */
  readonly from: number;
  readonly stop: () => void;
}

/** Plays clicks until it is stopped. Create it on a press, because browsers refuse sound otherwise. */
export class TonePlayer {
  readonly #audio = new AudioContext({ latencyHint: 'interactive' });
  readonly #set = new Map<Position, SetClick>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Clicks along with a clock, while there is one. */
  follow(source: () => { readonly clock: ToneClock; readonly times: ToneTimes } | null): void {
    this.#every(() => {
      const running = source();
      this.#setAnew(running ? dueTones(running.times, running.clock, performance.now()) : []);
    });
  }

  /** Repeats a loop of clicks. */
  loop({ tones, period }: ToneLoop): void {
    const beginsAt = this.#audio.currentTime + LOOK_AHEAD_MS / 1000;
    let swing = 0;
    this.#every(() => {
      // Each swing is scheduled while the previous one plays.
      for (; beginsAt + (swing - 1) * period < this.#audio.currentTime; swing += 1) {
        for (const { position, after } of tones) this.#click(position, beginsAt + swing * period + after);
      }
    });
  }

  /** Stops all sound. The player cannot be used afterwards. */
  stop(): void {
    clearInterval(this.#timer);
    void this.#audio.close();
  }

  #every(work: () => void): void {
    void this.#audio.resume();
    work();
    this.#timer = setInterval(work, EVERY_MS);
  }

  #setAnew(due: readonly DueTone[]): void {
    const nowMs = performance.now();
    for (const [position, { atMs, from, stop }] of this.#set) {
      const same = due.find((tone) => tone.position === position);
      const movedMs = same ? Math.abs(same.atMs - atMs) : Number.POSITIVE_INFINITY;
      const isHeard = from <= this.#audio.currentTime;
      // A clock correction must not repeat a click that sounds, so the click stays in the map while it could be due.
      if (movedMs <= (isHeard ? SAME_CLICK_MS : MOVED_MS) || (isHeard && !same && atMs > nowMs - LOOK_AHEAD_MS))
        continue;
      if (!isHeard) stop();
      this.#set.delete(position);
    }
    for (const { position, atMs } of due) {
      if (!this.#set.has(position))
        this.#set.set(position, { atMs, ...this.#click(position, this.#audioTimeOf(atMs)) });
    }
  }

  /** Converts a time of `performance.now()` to the audio clock, so that a click is heard at that time. */
  #audioTimeOf(atMs: number): number {
    const { contextTime = 0, performanceTime = 0 } = this.#audio.getOutputTimestamp();
    // The browser reports no timestamp before any sound has played.
    if (performanceTime === 0) return this.#audio.currentTime + (atMs - performance.now()) / 1000;
    return contextTime + (atMs - performanceTime) / 1000;
  }

  #click(position: Position, at: number): Pick<SetClick, 'from' | 'stop'> {
    const from = Math.max(at, this.#audio.currentTime);
    const volume = new GainNode(this.#audio, { gain: 0 });
    volume.gain.setValueAtTime(LOUDNESS, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + CLICK_SECONDS);
    const tone = new OscillatorNode(this.#audio, { frequency: PITCH[position] });
    tone.connect(volume).connect(this.#audio.destination);
    tone.start(from);
    tone.stop(from + CLICK_SECONDS);
    return { from, stop: () => tone.disconnect() };
  }
}
