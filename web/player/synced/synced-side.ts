// One side of the synced preview. Its <video> shows the frame of a plan time while paused and follows the plan clock
// while playing.

import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { paneStateAt, shownFrameAt, toPace, toSourceTime } from '#domain/comparison/timeline.ts';
import type { Side } from '#domain/side.ts';
import type { PlanTime, SourceTime } from '#domain/time.ts';
import { FRAME_STEP, type FrameTimes, frameIndexAt, shownFor } from '#domain/video/frame-times.ts';
import type { ReadonlyStore } from '#web/lib/readonly-store.ts';
import { createFrameSeeker, type FrameSeeker } from '#web/player/engine/frame-seeker.ts';
import { createVideoStore, type VideoState, watchShownFrames } from '#web/player/engine/video-store.ts';
import type { PlanClock } from './synced-clock.ts';
import { catchUp, createDriftGauge, nudgeAgainst, START_SECONDS } from './synced-clock.ts';

/** The playback rates that browsers accept. */
const [MIN_RATE, MAX_RATE] = [1 / 16, 16];
/** A frame this far ahead of its element's clock is misreported by the engine (video-store.ts). In seconds. */
const MISREPORTED = 0.25;

/** One side of the pair. Shows nothing until it has an element and the clip's frame times. */
export class SyncedSide {
  readonly #side: Side;
  readonly #store = createVideoStore();
  readonly #seeker: FrameSeeker;
  readonly #gauge = createDriftGauge();
  readonly #onRefused: () => void;
  #frameTimes: FrameTimes | null = null;
  #clock: PlanClock | null = null;
  /** The pace at which the element runs; null until it follows a clock. */
  #paceNow: number | null = null;
  #nudgedUntilMs: number | null = null;
  #holdsLast = false;

  /** `onChange` is called whenever the side's status may have changed, `onRefused` when the browser will not play. */
  constructor(side: Side, onChange: () => void, onRefused: () => void) {
    this.#side = side;
    this.#onRefused = onRefused;
    this.#seeker = createFrameSeeker(this.#store, () => this.#frameTimes, onChange);
    this.#store.subscribe(onChange);
  }

  attach(video: HTMLVideoElement): () => void {
    const detach = this.#store.attach(video);
    // Without the callback both sides still start together, but drift is not detected.
    const stopMeasuring = watchShownFrames(video, (mediaTime, shownAtMs) => this.#measure(mediaTime, shownAtMs));
    return () => {
      stopMeasuring();
      detach();
    };
  }

  get element(): HTMLVideoElement | null {
    return this.#store.video();
  }

  get video(): ReadonlyStore<VideoState> {
    return this.#store;
  }

  status(): VideoState['status'] {
    return this.#store.getState().status;
  }

  setFrameTimes(frameTimes: FrameTimes | null): void {
    this.#frameTimes = frameTimes;
  }

  /** Pauses and seeks to the frame of a plan time; resolves when it is presented or overtaken. */
  async show(plan: ComparisonPlan, at: PlanTime): Promise<void> {
    await this.#showFrameAt((frameTimes) => shownFrameAt(plan, this.#side, frameTimes, at));
  }

  /** Pauses and seeks to the frame of a source time, whatever its plan time; resolves as {@link show} does. */
  async showSource(at: SourceTime): Promise<void> {
    await this.#showFrameAt(() => at);
  }

  async #showFrameAt(timeOf: (frameTimes: FrameTimes) => SourceTime): Promise<void> {
    this.#clock = null;
    this.#paceNow = null;
    this.#holdsLast = false;
    this.#nudgedUntilMs = null;
    this.#gauge.reset();
    const shown = this.#shown();
    if (!shown) return;
    shown.video.pause();
    await this.#seeker.seek({ frame: frameIndexAt(shown.frameTimes, timeOf(shown.frameTimes)) });
  }

  /**
   * Follows the clock: starts, continues or holds. Called for every display frame. `isLed`: the clock does not wait for
   * the videos, so that one that starts late runs faster until it has caught up.
   */
  follow(clock: PlanClock, nowMs: number, isLed: boolean): void {
    this.#clock = clock;
    const shown = this.#shown();
    if (!shown || this.#holdsLast) return;
    const { video, frameTimes } = shown;
    const at = clock.at(nowMs);
    this.#keepPace(video, clock, nowMs);
    const pane = paneStateAt(clock.plan, this.#side, at);
    if (pane === 'holds-last-frame' || video.ended) {
      this.#holdsLast = true;
      video.pause();
      void this.#seeker.seek({ frame: frameTimes.length - 1 });
    } else if (pane === 'plays' && video.paused && this.#isDue(video, clock, nowMs, isLed)) {
      const rate = this.#rateOf(clock, nowMs);
      const faster = isLed ? catchUp(-this.#sourceLead(clock, nowMs), rate) : null;
      setRate(video, faster?.rate ?? rate);
      this.#nudgedUntilMs = faster && nowMs + faster.forMs;
      // A phone in low-power mode refuses playback without a gesture; an interrupted start is no refusal.
      video.play().catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'NotAllowedError') this.#onRefused();
      });
    }
  }

  /** Whether the clock has reached the frame on screen. A led video starts earlier, by the time that starting takes. */
  #isDue({ currentTime }: HTMLVideoElement, clock: PlanClock, nowMs: number, isLed: boolean): boolean {
    const early = isLed ? START_SECONDS * this.#rateOf(clock, nowMs) : 0;
    return toSourceTime(clock.plan, this.#side, clock.at(nowMs)) >= currentTime - early;
  }

  /** Whether the video runs now. It does not while the side holds its first or last frame. */
  isRunning(): boolean {
    const video = this.#store.video();
    return this.#clock !== null && video !== null && !video.paused && !video.ended && !this.#holdsLast;
  }

  /**
   * How far the side is ahead of the clock (negative: behind), in plan seconds; null while the drift is unmeasured or
   * being corrected.
   */
  drift(clock: PlanClock, nowMs: number): number | null {
    const video = this.#store.video();
    if (this.#nudgedUntilMs === null || !video) {
      const drift = this.#gauge.drift();
      return drift === null ? null : drift / this.#pace(clock, nowMs);
    }
    if (nowMs < this.#nudgedUntilMs) return null;
    this.#nudgedUntilMs = null;
    setRate(video, this.#rateOf(clock, nowMs));
    return null;
  }

  /**
   * How far the element's own time is ahead of the clock, in plan seconds. Detects a stall, in which no frame is
   * presented.
   */
  lead(clock: PlanClock, nowMs: number): number {
    return this.#sourceLead(clock, nowMs) / this.#pace(clock, nowMs);
  }

  /** Corrects a visible drift (in plan seconds) by a short change of the playback rate, then measures again. */
  nudge(drift: number, clock: PlanClock, nowMs: number): void {
    this.#gauge.reset();
    const video = this.#store.video();
    const sourceDrift = drift * this.#pace(clock, nowMs);
    const rate = this.#rateOf(clock, nowMs);
    const nudge = video && nudgeAgainst(sourceDrift, this.#frameSecondsAt(video.currentTime), rate);
    if (!nudge) return;
    setRate(video, nudge.rate);
    this.#nudgedUntilMs = nowMs + nudge.forMs;
  }

  #pace({ plan, at }: PlanClock, nowMs: number): number {
    return toPace(plan, this.#side, at(nowMs));
  }

  /** The playback rate at which this clip keeps up with the clock. */
  #rateOf(clock: PlanClock, nowMs: number): number {
    return clock.rate * this.#pace(clock, nowMs);
  }

  /** Adapts the playback rate when the pace of the plan changes, and discards earlier measurements. */
  #keepPace(video: HTMLVideoElement, clock: PlanClock, nowMs: number): void {
    const pace = this.#pace(clock, nowMs);
    if (pace === this.#paceNow) return;
    this.#paceNow = pace;
    this.#nudgedUntilMs = null;
    this.#gauge.reset();
    setRate(video, this.#rateOf(clock, nowMs));
  }

  #sourceLead(clock: PlanClock, nowMs: number): number {
    const { currentTime } = this.#store.video() ?? { currentTime: 0 };
    return currentTime - toSourceTime(clock.plan, this.#side, clock.at(nowMs));
  }

  #shown(): { readonly video: HTMLVideoElement; readonly frameTimes: FrameTimes } | null {
    const video = this.#store.video();
    return video && this.#frameTimes && this.status() === 'ready' ? { video, frameTimes: this.#frameTimes } : null;
  }

  #measure(mediaTime: number, shownAtMs: number): void {
    const clock = this.#clock;
    const video = this.#store.video();
    if (!clock || !video || !this.isRunning() || this.#nudgedUntilMs !== null || video.seeking) return;
    if (mediaTime - video.currentTime > MISREPORTED) return;
    this.#gauge.add({
      ahead: mediaTime - toSourceTime(clock.plan, this.#side, clock.at(shownAtMs)),
      clockAhead: this.#sourceLead(clock, performance.now()),
      frameSeconds: this.#frameSecondsAt(mediaTime),
      rate: this.#rateOf(clock, shownAtMs),
    });
  }

  #frameSecondsAt(time: number): number {
    return this.#frameTimes ? shownFor(this.#frameTimes, frameIndexAt(this.#frameTimes, time)) : FRAME_STEP;
  }
}

function setRate(video: HTMLVideoElement, rate: number): void {
  video.playbackRate = Math.min(Math.max(rate, MIN_RATE), MAX_RATE);
}
