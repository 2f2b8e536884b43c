// Plays a lesson on a live pair. Its audio, or the display's clock for a lesson without voice, is the clock: the pair
// follows it, and what is drawn and zoomed is set from the lesson's data.
import { createStore } from 'zustand/vanilla';
import type { Lesson, LessonStroke, LessonZoom } from '#domain/lesson/lesson.ts';
import { lessonDuration, toLessonTime, toRecorded } from '#domain/lesson/lesson-ranges.ts';
import { type LessonReplay, type LessonState, type LessonView, replayOf } from '#domain/lesson/lesson-state.ts';
import { sourceTime } from '#domain/time.ts';
import type { ReadonlyStore } from '#web/lib/readonly-store.ts';
import { unloadMedia } from '#web/lib/unload-media.ts';
import { within } from '#web/player/controlled/loops.ts';
import type { SyncedPair } from '#web/player/synced/synced-pair.ts';

interface PlayerState {
  readonly playing: boolean;
  /** The lesson time, in seconds. */
  readonly time: number;
  readonly duration: number;
  /** The recorded time on screen, in seconds. */
  readonly recordedTime: number;
  readonly view: LessonView;
  readonly zoom: LessonZoom;
  readonly strokes: readonly LessonStroke[];
}

/** While the pictures stand still, plan times closer than this are the same, in seconds. */
const SAME_PLACE = 1e-4;
/** A pair farther than this from the lesson seeks instead of following it, in seconds. */
const FAR = 0.3;
/** A pair closer than this starts from where it is and catches up. In seconds. */
const NEAR = 0.1;
/**
 * A motion is started this much before its time, in seconds: a pair needs this long until its first frames are on
 * screen.
 */
const HEAD_START = 0.08;
/** Minimum time between two seeks, in milliseconds, because a seek needs time until its frames are on screen. */
const SEEKS_EVERY_MS = 1000;
/** The end of a range counts as reached this much earlier: a display frame, in seconds. */
const END_MARGIN = 0.008;

/** One lesson on one pair. Its arrow-function methods can be passed on unbound. */
export class LessonPlayer implements ReadonlyStore<PlayerState> {
  readonly #store;
  readonly subscribe;
  readonly getState;
  readonly getInitialState;
  readonly #clock: LessonClock;
  #lesson: Lesson;
  #replay: LessonReplay;
  /** The same, read a moment ahead. */
  #ahead: LessonReplay;
  #pair: SyncedPair | null = null;
  #display = 0;
  /** Counts the presses of play: only the last one begins to show pictures. */
  #plays = 0;
  /** The index of the kept range that plays. */
  #range = 0;
  #shownApart: LessonState['apart'] = null;
  #soughtMs = Number.NEGATIVE_INFINITY;

  /** `audio`: the address of the voice; null without one. */
  constructor(lesson: Lesson, audio: string | null) {
    this.#lesson = lesson;
    this.#replay = replayOf(lesson);
    this.#ahead = replayOf(lesson);
    this.#clock = audio === null ? silentClock() : soundClock(audio);
    const { view, zoom, strokes } = this.#replay.at(0);
    this.#store = createStore<PlayerState>(() => ({
      playing: false,
      time: 0,
      duration: lessonDuration(lesson),
      recordedTime: 0,
      view,
      zoom,
      strokes,
    }));
    this.subscribe = this.#store.subscribe;
    this.getState = this.#store.getState;
    this.getInitialState = this.#store.getInitialState;
    void this.seek(0);
  }

  /** Plays on this pair from now on; null before it goes away. */
  readonly attach = (pair: SyncedPair | null): void => {
    this.#pair?.follow(null);
    this.#pair = pair;
    if (pair) this.#show(this.getState().recordedTime);
  };

  /** Shows the present moment again, after the plan has changed. */
  readonly place = (): void => this.#show(this.getState().recordedTime);

  readonly close = (): void => {
    this.pause();
    this.attach(null);
    this.#clock.close();
  };

  /** Plays an edited version from the same moment on. */
  readonly setLesson = (lesson: Lesson): void => {
    const { recordedTime } = this.getState();
    this.pause();
    this.#lesson = lesson;
    this.#replay = replayOf(lesson);
    this.#ahead = replayOf(lesson);
    const duration = lessonDuration(lesson);
    this.#store.setState({ duration });
    this.seek(toLessonTime(lesson, recordedTime) ?? Math.min(this.getState().time, duration));
  };

  readonly togglePlay = (): void => (this.getState().playing ? this.pause() : void this.play());

  readonly play = async (): Promise<void> => {
    const { time, duration } = this.getState();
    if (time >= duration - END_MARGIN) this.seek(0);
    this.#store.setState({ playing: true });
    const play = ++this.#plays;
    const hasStarted = await this.#clock.play().then(
      () => true,
      () => false,
    );
    if (play !== this.#plays) return;
    if (!this.getState().playing) return this.#clock.pause();
    if (!hasStarted) return this.pause();
    this.#tick();
  };

  readonly pause = (): void => {
    cancelAnimationFrame(this.#display);
    this.#clock.pause();
    this.#pair?.follow(null);
    if (this.getState().playing) this.#pair?.setPlaying(false);
    this.#store.setState({ playing: false });
  };

  readonly seek = (time: number): void => {
    const duration = lessonDuration(this.#lesson);
    const inLesson = Math.min(Math.max(time, 0), duration);
    const recorded = toRecorded(this.#lesson, inLesson);
    this.#range = Math.max(
      0,
      this.#lesson.kept.findIndex(({ from, to }) => recorded >= from && recorded < to),
    );
    if (inLesson >= duration) this.#range = Math.max(0, this.#lesson.kept.length - 1);
    this.#clock.seek(recorded + this.#lesson.voiceDelay);
    this.#show(recorded);
  };

  /** The recorded time that is heard. */
  #recordedNow(): number {
    return this.#clock.now() - this.#lesson.voiceDelay;
  }

  #tick(): void {
    if (!this.getState().playing) return;
    this.#display = requestAnimationFrame(() => this.#tick());
    const range = this.#lesson.kept[this.#range];
    const recorded = this.#recordedNow();
    if (!range || recorded < range.to - END_MARGIN) {
      this.#show(range ? within(recorded, range) : recorded);
      return;
    }
    const next = this.#lesson.kept[this.#range + 1];
    if (next) {
      this.#range += 1;
      this.#clock.seek(next.from + this.#lesson.voiceDelay);
    } else this.pause();
    this.#show(next?.from ?? range.to);
  }

  #show(recorded: number): void {
    const state = this.#replay.atRecorded(recorded);
    const { view, zoom, strokes } = state;
    const { kept } = this.#lesson;
    const before = kept.slice(0, this.#range);
    const range = kept[this.#range];
    const time = lessonDuration({ kept: before }) + (range ? within(recorded, range) - range.from : 0);
    this.#store.setState({ time, recordedTime: recorded, view, zoom, strokes });
    this.#place(state, range && recorded + HEAD_START < range.to ? recorded : null);
  }

  /** The motion that begins within the head start after a still state; null if none does. */
  #nextMotion({ at, rate, view, apart }: LessonState, recorded: number): LessonState | null {
    if (rate > 0 || apart) return null;
    const next = this.#ahead.atRecorded(recorded + HEAD_START);
    const isSamePlace = Math.abs(next.at - at) <= next.rate * HEAD_START + SAME_PLACE;
    return next.rate > 0 && !next.apart && next.view === view && isSamePlace ? next : null;
  }

  /** The plan time of a moment; before a motion begins, its line is continued to the past. */
  #leadAt(recorded: number): number {
    const state = this.#replay.atRecorded(recorded);
    const next = this.#nextMotion(state, recorded);
    return next ? next.at - HEAD_START * next.rate : state.at;
  }

  /** Brings the pair to the place of a state. `recorded`: its recorded time, where the lesson runs on for a moment. */
  #place(state: LessonState, recorded: number | null): void {
    const pair = this.#pair;
    const { swings, playing, speed, apart: shownApart, at: shownAt } = pair?.getState() ?? {};
    if (!pair || !swings) return;
    const next = recorded === null ? null : this.#nextMotion(state, recorded);
    const { rate } = next ?? state;
    const { at, apart } = state;
    const isRunning = rate > 0 && this.getState().playing;
    if (!isRunning) {
      const inPlan = Math.min(at, swings.plan.duration);
      pair.follow(null);
      if (apart && (apart !== this.#shownApart || !shownApart)) {
        pair.goApart({ user: sourceTime(apart.user), pro: sourceTime(apart.pro) });
      } else if (!apart && (playing || shownApart || Math.abs((shownAt ?? 0) - inPlan) > SAME_PLACE)) {
        pair.goTo(inPlan);
      }
      this.#shownApart = apart;
      return;
    }
    this.#shownApart = null;
    pair.follow(() => this.#leadAt(this.#recordedNow()));
    if (speed !== rate) pair.setSpeed(rate);
    const nowMs = performance.now();
    const ahead = (pair.clock()?.at(nowMs) ?? shownAt ?? 0) - at;
    // Near its end the pair starts again on its own, as it did when the lesson was recorded.
    const isFar = Math.abs(ahead) > FAR && at < swings.plan.duration - FAR;
    if (playing && (!isFar || nowMs - this.#soughtMs < SEEKS_EVERY_MS)) return;
    this.#soughtMs = nowMs;
    // Usually the pair stands where it starts: another seek would only delay it.
    if (playing || shownApart || Math.abs((shownAt ?? 0) - at) > NEAR) void pair.seekTo(at);
    if (!playing) pair.setPlaying(true);
  }
}

/** A clock that can be started, stopped and set. It runs on past the end of its sound. */
interface LessonClock {
  readonly now: () => number;
  /** Rejects where the browser does not play. */
  readonly play: () => Promise<void>;
  readonly pause: () => void;
  readonly seek: (time: number) => void;
  readonly close: () => void;
}

function soundClock(address: string): LessonClock {
  const audio = new Audio(address);
  audio.preload = 'auto';
  // Interpolates between updates of the element's own time, which arrive between a few milliseconds and a quarter of a
  // second apart.
  let read = { time: -1, atMs: 0 };
  const pastEnd = silentClock();
  audio.addEventListener('ended', () => {
    pastEnd.seek(audio.currentTime);
    void pastEnd.play();
  });
  return {
    now() {
      if (audio.ended) return Math.max(audio.currentTime, pastEnd.now());
      const { currentTime, paused, seeking } = audio;
      const nowMs = performance.now();
      if (currentTime !== read.time) read = { time: currentTime, atMs: nowMs };
      return paused || seeking ? currentTime : currentTime + Math.min(nowMs - read.atMs, 250) / 1000;
    },
    play: () => (audio.ended ? pastEnd.play() : audio.play()),
    pause() {
      audio.pause();
      pastEnd.pause();
    },
    seek(time) {
      pastEnd.pause();
      pastEnd.seek(time);
      audio.currentTime = time;
      read = { time: -1, atMs: 0 };
    },
    close() {
      pastEnd.close();
      audio.pause();
      unloadMedia(audio);
    },
  };
}

function silentClock(): LessonClock {
  let time = 0;
  let sinceMs: number | null = null;
  const now = () => time + (sinceMs === null ? 0 : (performance.now() - sinceMs) / 1000);
  const stop = () => {
    time = now();
    sinceMs = null;
  };
  return {
    now,
    play: async () => {
      sinceMs = performance.now();
    },
    pause: stop,
    seek(to) {
      time = to;
      if (sinceMs !== null) sinceMs = performance.now();
    },
    close: stop,
  };
}
