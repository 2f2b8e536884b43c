// The clock of a lesson that is played: its sound, or the display's clock for a lesson without voice. Times are recorded
// time in seconds.
import { unloadMedia } from '#web/lib/unload-media.ts';

/** A clock that can be started, stopped and set. It runs on past the end of its sound. */
export interface LessonClock {
  readonly now: () => number;
  /** Rejects where the browser does not play. */
  readonly play: () => Promise<void>;
  readonly pause: () => void;
  readonly seek: (time: number) => void;
  readonly close: () => void;
}

/** The clock of a sound. */
export function soundClock(address: string): LessonClock {
  const audio = new Audio(address);
  audio.preload = 'auto';
  // Between two updates of the element's own time, which come only every few milliseconds to a quarter of a second.
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

/** A clock without sound. */
export function silentClock(): LessonClock {
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
