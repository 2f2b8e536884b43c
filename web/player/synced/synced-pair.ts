// Plays, pauses and seeks both sides of a ComparisonPlan together. Each side follows the clock independently
// (synced-side.ts).
import { createStore } from 'zustand/vanilla';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameAt, mergedFrameTime, toPlanTime, toSourceTime } from '#domain/comparison/timeline.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type PlanTime, planTime, type SourceTime } from '#domain/time.ts';
import { FRAME_STEP, type FrameTimes } from '#domain/video/frame-times.ts';
import type { ReadonlyStore } from '#web/lib/readonly-store.ts';
import type { ControlledPlayer, ControlState, StepOptions } from '#web/player/controlled/controlled-player.ts';
import type { LoopChoice } from '#web/player/controlled/loops.ts';
import type { VideoState } from '#web/player/engine/video-store.ts';
import { type Supply, SupplyWatch, supplyOf } from './supply-watch.ts';
import { type PlanClock, startPlanClock } from './synced-clock.ts';
import { hasSameTimes, inRange, loopRange, onGrid, type PlanRange, wholeRange } from './synced-loops.ts';
import { SyncedSide } from './synced-side.ts';

/** The two compared swings. */
export interface SyncedSwings {
  readonly plan: ComparisonPlan;
  readonly frameTimes: Readonly<Record<Side, FrameTimes>>;
  /** Both sides' marks, on shown frames. The visitor's marks bound the loops. */
  readonly marks: Readonly<Record<Side, SwingAnnotations>>;
  /** The smallest joint step, in seconds: one frame of the side with the higher frame rate. */
  readonly frameStep: number;
}

/** Everything that the controls show. */
export interface SyncedState extends ControlState {
  readonly swings: SyncedSwings | null;
  readonly at: PlanTime;
  /** Whether the pair is paused and both sides show exactly the frames of `at`. */
  readonly settled: boolean;
  /** The source time that each side shows instead of the one of `at`; null while both show the same moment. */
  readonly apart: Readonly<Record<Side, SourceTime>> | null;
  /** Whether the pair has slowed down automatically, because the device cannot show the clips at full speed. */
  readonly isSlowed: boolean;
  readonly statuses: Readonly<Record<Side, VideoState['status']>>;
}

/** A side with a larger drift has stalled, so the pair seeks instead of nudging it. In seconds. */
const STALLED = 0.25;

const AT_REST: SyncedState = Object.freeze<SyncedState>({
  swings: null,
  at: planTime(0),
  playing: false,
  settled: false,
  apart: null,
  isSlowed: false,
  speed: 1,
  loop: 'whole',
  statuses: { user: 'loading', pro: 'loading' },
});

/** The speed at which a device plays clips that it cannot show at full speed; `stage.slowed` of the words names it. */
const SLOWED_SPEED = 0.5;

/** A large clip that has stalled this often is too large for the device; the first stall may be a busy moment. */
const MAX_STALLS = 2;

const NOWHERE: PlanRange = { from: planTime(0), to: planTime(0) };

/** The two videos as one. Its arrow-function methods can be passed on unbound. */
export class SyncedPair implements ReadonlyStore<SyncedState>, ControlledPlayer {
  readonly #store = createStore<SyncedState>(() => AT_REST);
  readonly #sides: Readonly<Record<Side, SyncedSide>>;
  readonly #watches = { user: new SupplyWatch(), pro: new SupplyWatch() };
  /** Until the pair has slowed down once: then the speed is the visitor's choice. */
  #maySlow = true;
  #stallCount = 0;
  #isVisible = true;
  /**
   * The clock that playback follows instead of its own: returns the current plan time, or null for the pair's clock.
   */
  #leader: (() => number) | null = null;
  #clock: PlanClock | null = null;
  #display = 0;
  /** Counts the seeks, so that an overtaken one stops after its wait. */
  #seekCount = 0;

  constructor() {
    const onChange = () => this.#updateStatuses();
    const onRefused = () => this.setPlaying(false);
    this.#sides = bySide((side) => new SyncedSide(side, onChange, onRefused));
  }

  readonly attach = (side: Side, video: HTMLVideoElement) => this.#sides[side].attach(video);

  /** One side's element, or null while there is none. */
  readonly element = (side: Side): HTMLVideoElement | null => this.#sides[side].element;

  readonly video = (side: Side): ReadonlyStore<VideoState> => this.#sides[side].video;

  /** The clock that runs during playback; null while the pair is paused or waits for a frame. */
  readonly clock = (): PlanClock | null => this.#clock;

  readonly subscribe = this.#store.subscribe;
  readonly getState = this.#store.getState;
  readonly getInitialState = this.#store.getInitialState;

  get #state(): SyncedState {
    return this.#store.getState();
  }

  /** Sets the compared swings. A new plan keeps the visitor's source time. */
  readonly setSwings = (swings: SyncedSwings | null): void => {
    const old = this.#state.swings;
    // Only the layout has changed, so no new seek is needed.
    if (old && swings && hasSameTimes(old, swings)) {
      this.#commit({ swings });
      return;
    }
    const moment = old && toSourceTime(old.plan, 'user', this.#now());
    for (const side of SIDES) this.#sides[side].setFrameTimes(swings?.frameTimes[side] ?? null);
    this.#commit({ swings });
    void this.seekTo(swings && moment !== null ? toPlanTime(swings.plan, 'user', moment) : 0);
  };

  /** Seeks both sides to a plan time; playback continues from there. The newest seek wins. */
  readonly seekTo = async (to: number): Promise<void> => {
    await this.#seek(to, null);
  };

  /** Pauses and shows each side at its own source time, until the next seek brings them together again. */
  readonly goApart = (times: Readonly<Record<Side, SourceTime>>): void => {
    const { swings } = this.#state;
    if (!swings) return;
    this.#commit({ playing: false });
    void this.#seek(toPlanTime(swings.plan, 'user', times.user), times);
  };

  async #seek(to: number, apart: Readonly<Record<Side, SourceTime>> | null): Promise<void> {
    const seek = ++this.#seekCount;
    this.#stopClock();
    const { swings } = this.#state;
    if (!swings) return;
    const at = inRange(to, wholeRange(swings.plan));
    this.#commit({ at, settled: false, apart });
    const show = (side: Side) =>
      apart ? this.#sides[side].showSource(apart[side]) : this.#sides[side].show(swings.plan, at);
    await Promise.all(SIDES.map(show));
    if (seek !== this.#seekCount || SIDES.some((side) => this.#state.statuses[side] === 'loading')) return;
    if (this.#state.playing && this.#isVisible) this.#startClock(swings.plan);
    else this.#commit({ settled: true });
  }

  /** Pauses and goes to a plan time. */
  readonly goTo = (at: number): void => {
    this.#commit({ playing: false });
    void this.seekTo(at);
  };

  readonly setPlaying = (playing: boolean): void => {
    if (playing === this.#state.playing) return;
    const { from, to } = this.#range();
    const isAtEnd = playing && this.#state.at >= to - FRAME_STEP / 8;
    const at = isAtEnd ? from : this.#now();
    this.#commit({ playing });
    void this.seekTo(at);
  };

  readonly togglePlay = (): void => this.setPlaying(!this.#state.playing);

  /** Sets whether the pair is visible. Playback waits while it is not. */
  readonly setVisible = (isVisible: boolean): void => {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    if (this.#state.playing) void this.seekTo(this.#now());
  };

  /**
   * Lets playback follow another clock, such as that of a sound; null for the pair's own. It may run up to
   * {@link START_SECONDS} before the place where the pair stands, so that the first frames come in time.
   */
  readonly follow = (leader: (() => number) | null): void => {
    this.#leader = leader;
  };

  readonly setSpeed = (speed: number): void => {
    const at = this.#now();
    this.#commit({ speed, isSlowed: false });
    if (this.#state.playing) void this.seekTo(at);
  };

  readonly setLoop = (loop: LoopChoice): void => {
    this.#commit({ loop });
    if (this.#state.playing) void this.seekTo(this.#range().from);
  };

  /** Pauses and moves by 1/30 s per step. */
  readonly step = (steps: number, options?: StepOptions): void => this.#move(steps * FRAME_STEP, options);

  /** Pauses and moves by this many frames of the side with the higher frame rate. */
  readonly moveFrames = (frames: number, options?: StepOptions): void =>
    this.#move(frames * (this.#state.swings?.frameStep ?? 0), options);

  readonly goToStart = (): void => this.goTo(this.#range().from);

  readonly goToEnd = (): void => this.goTo(this.#range().to);

  #commit(changes: Partial<SyncedState>): void {
    const keys = Object.keys(changes) as (keyof SyncedState)[];
    if (keys.some((key) => !Object.is(changes[key], this.#state[key]))) this.#store.setState(changes);
  }

  #updateStatuses(): void {
    const statuses = bySide((side) => this.#sides[side].status());
    if (SIDES.every((side) => statuses[side] === this.#state.statuses[side])) return;
    this.#commit({ statuses });
    void this.seekTo(this.#state.at);
  }

  #range(): PlanRange {
    const { swings, loop } = this.#state;
    return swings ? (loopRange(swings.plan, loop, swings.marks.user) ?? wholeRange(swings.plan)) : NOWHERE;
  }

  #move(by: number, { isRepeat = false }: StepOptions = {}): void {
    const { swings, settled } = this.#state;
    if (!swings || (isRepeat && !settled)) return;
    this.goTo(onGrid(swings.plan, this.#now() + by, swings.frameStep));
  }

  /** The current plan time, on a merged frame during playback. */
  #now(): PlanTime {
    return this.#clock ? mergedTimeAt(this.#clock, performance.now()) : this.#state.at;
  }

  #startClock(plan: ComparisonPlan): void {
    this.#clock = startPlanClock(plan, this.#state.at, this.#state.speed);
    for (const side of SIDES) this.#watches[side].restart();
    this.#display = requestAnimationFrame((nowMs) => this.#tick(nowMs));
  }

  #stopClock(): void {
    cancelAnimationFrame(this.#display);
    this.#clock = null;
  }

  #tick(nowMs: number): void {
    const clock = this.#clock;
    if (!clock) return;
    const { from, to } = this.#range();
    if (clock.at(nowMs) >= to) {
      if (this.#state.loop === 'once') this.goTo(to);
      else void this.seekTo(from);
      return;
    }
    this.#display = requestAnimationFrame((next) => this.#tick(next));
    if (this.#leader) clock.lead(this.#leader(), nowMs);
    for (const side of SIDES) this.#sides[side].follow(clock, nowMs, this.#leader !== null);
    this.#commit({ at: mergedTimeAt(clock, nowMs) });
    this.#keepTogether(clock, nowMs);
    if (SIDES.some((side) => this.#isShort(side, clock, nowMs))) this.#slowDown();
  }

  /** Halves the speed, once, unless the visitor plays slowly already. */
  #slowDown(): void {
    if (!this.#maySlow || this.#state.speed <= SLOWED_SPEED) return;
    this.#maySlow = false;
    this.setSpeed(SLOWED_SPEED);
    this.#commit({ isSlowed: true });
  }

  #isShort(side: Side, { plan }: PlanClock, nowMs: number): boolean {
    const supply = this.#sides[side].isRunning() ? this.#supply(side, plan) : null;
    return supply !== null && this.#watches[side].isShort(supply, nowMs);
  }

  /** What a side shows; null for a clip that any device decodes in time. */
  #supply(side: Side, plan: ComparisonPlan): Supply | null {
    const { element } = this.#sides[side];
    const times = this.#state.swings?.frameTimes[side];
    return element && times ? supplyOf(element, times, this.#state.speed * plan.panes[side].pace) : null;
  }

  #keepTogether(clock: PlanClock, nowMs: number): void {
    const running = SIDES.map((side) => this.#sides[side]).filter((side) => side.isRunning());
    const drifts = running.map((side) => side.drift(clock, nowMs)).filter((drift) => drift !== null);
    if (running.some((side) => Math.abs(side.lead(clock, nowMs)) > STALLED)) {
      if (++this.#stallCount >= MAX_STALLS && SIDES.some((side) => this.#supply(side, clock.plan))) this.#slowDown();
      void this.seekTo(clock.at(nowMs));
    } else if (drifts.length > 0 && drifts.length === running.length) {
      // Videos take a moment to start, and a busy machine delays both. The clock absorbs the shared part of the drift
      // invisibly; only the difference between the sides is corrected by nudges.
      const shared = this.#leader ? 0 : drifts.reduce((sum, drift) => sum + drift, 0) / drifts.length;
      clock.adjust(shared);
      for (const [index, side] of running.entries()) side.nudge((drifts[index] ?? shared) - shared, clock, nowMs);
    }
  }
}

function mergedTimeAt({ plan, at }: PlanClock, nowMs: number): PlanTime {
  return mergedFrameTime(plan, mergedFrameAt(plan, at(nowMs)));
}
