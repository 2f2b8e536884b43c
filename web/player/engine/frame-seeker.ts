// Brings a wished frame on screen and says which one really came. The newest wish wins: one seek runs at a time, and
// wishes that were overtaken while it ran are dropped, so a drag shows a picture as often as the decoder can make one.
// Only a wish that a mark waits for is always brought on screen.
import { type FrameTimes, frameIndexAt, frameTimeAt, seekTarget } from '#domain/video/frame-times.ts';
import { type FrameCover, showsFrame } from './frame-cover.ts';
import type { VideoStore } from './video-store.ts';

/** Where to go: a frame of the table, or a plain time in seconds where there is no table. */
export type SeekWish = { readonly frame: number } | { readonly time: number };

/** Seeks one store's video. */
export interface FrameSeeker {
  /** Resolves with the time of the frame that came on screen, or null when a newer wish overtook this one. */
  readonly seek: (wish: SeekWish) => Promise<number | null>;
  /** The newest wish that is not on screen yet, or null. */
  readonly wish: () => SeekWish | null;
  /**
   * Resolves with the time of the frame that the newest open wish leads to, or null when none is open or none came. That
   * wish is not overtaken any more: who marks at once and steps on has marked the frame before the step.
   */
  readonly settled: () => Promise<number | null>;
}

/** How often one wish is sought before what came is taken: the element may clamp a seek while it still reads the file. */
const MOST_TRIES = 4;
/** A frame that is decoded comes on screen within a few display frames of `seeked`; the same frame may not come again. */
const FRAME_AFTER_SEEKED_MS = 150;
/** How long the element may take to learn that the file is longer than it thought. */
const LONGER_DURATION_MS = 400;
/** One key frame in a long clip takes up to a second; a seek that takes longer than this is given up. */
const SEEK_TIMEOUT_MS = 8000;

interface OpenWish {
  readonly wish: SeekWish;
  readonly resolve: (presentedTime: number | null) => void;
  readonly presented: Promise<number | null>;
  isKept: boolean;
}

/**
 * Makes a seeker. `frameTimes` gives the clip's table, or null while or where there is none. With a cover, decoded
 * frames are shown on it and need no seek.
 */
export function createFrameSeeker(
  store: VideoStore,
  frameTimes: () => FrameTimes | null,
  onChange: () => void,
  cover?: FrameCover,
): FrameSeeker {
  let running: OpenWish | null = null;
  const waiting: OpenWish[] = [];

  async function run(): Promise<void> {
    for (running = waiting.shift() ?? null; running; running = waiting.shift() ?? null) {
      onChange();
      // Whatever goes wrong with one frame must not keep the next ones waiting.
      running.resolve(await bringOnScreen(running).catch(() => null));
    }
    cover?.rest();
    onChange();
  }

  async function bringOnScreen(open: OpenWish): Promise<number | null> {
    const { wish } = open;
    let presented = await coveredTime(wish);
    if (presented !== null) return presented;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const video = store.video();
      if (!video || video.error) return null;
      if (tries === 0 && isOnScreen(wish)) presented = store.getState().presentedTime;
      else presented = (await seekOnce(video, wish)) ?? store.getState().presentedTime;
      cover?.hide();
      // While it plays the frame has moved on already, and a newer wish makes this one's precision worthless.
      if (!video.paused || (waiting.length > 0 && !open.isKept) || isWished(wish, presented)) break;
      await grownDuration(video, targetOf(wish));
    }
    return presented;
  }

  function targetOf(wish: SeekWish): number {
    return 'time' in wish ? wish.time : seekTarget(frameTimes() ?? [0], wish.frame);
  }

  async function coveredTime(wish: SeekWish): Promise<number | null> {
    const table = frameTimes();
    if (!cover || !table || 'time' in wish) return null;
    return (await cover.show(wish.frame)) ? frameTimeAt(table, wish.frame) : null;
  }

  /** A seek to where it stands may bring no new frame, and waiting for one would only take time. */
  function isOnScreen(wish: SeekWish): boolean {
    const table = frameTimes();
    return 'frame' in wish && table !== null && showsFrame(store, table, wish.frame);
  }

  function isWished(wish: SeekWish, presented: number | null): boolean {
    const table = frameTimes();
    return 'time' in wish || presented === null || !table || frameIndexAt(table, presented) === wish.frame;
  }

  function seekOnce(video: HTMLVideoElement, wish: SeekWish): Promise<number | null> {
    return new Promise((resolve) => {
      let presented: number | null = null;
      let hasSeeked = false;
      let afterSeeked: ReturnType<typeof setTimeout> | undefined;
      const timeout = setTimeout(finish, SEEK_TIMEOUT_MS);
      // The frame may come on screen before or after `seeked`, and a late frame of before the seek may come between.
      const stopFrames = store.onFrame((mediaTime) => {
        presented = mediaTime;
        if (hasSeeked && isWished(wish, presented)) finish();
      });
      function onSeeked() {
        // Of a seek that this one overtook.
        if (video.seeking) return;
        hasSeeked = true;
        if (presented !== null && isWished(wish, presented)) finish();
        else afterSeeked = setTimeout(finish, FRAME_AFTER_SEEKED_MS);
      }
      function finish() {
        clearTimeout(timeout);
        clearTimeout(afterSeeked);
        stopFrames();
        for (const event of ['error', 'emptied']) video.removeEventListener(event, finish);
        video.removeEventListener('seeked', onSeeked);
        resolve(presented);
      }
      video.addEventListener('seeked', onSeeked);
      for (const event of ['error', 'emptied']) video.addEventListener(event, finish);
      video.currentTime = targetOf(wish);
    });
  }

  const newest = () => waiting.at(-1) ?? running;

  return {
    seek(wish) {
      if (waiting.at(-1)?.isKept === false) waiting.pop()?.resolve(null);
      const { promise: presented, resolve } = Promise.withResolvers<number | null>();
      waiting.push({ wish, resolve, presented, isKept: false });
      onChange();
      if (!running) void run();
      return presented;
    },
    wish: () => newest()?.wish ?? null,
    async settled() {
      const open = newest();
      if (!open) return null;
      open.isKept = true;
      return open.presented;
    },
  };
}

/** Waits a little for a duration that reaches the target; at once when it does. */
function grownDuration(video: HTMLVideoElement, target: number): Promise<void> {
  if (!(video.duration < target)) return Promise.resolve();
  return new Promise((resolve) => {
    const timeout = setTimeout(finish, LONGER_DURATION_MS);
    function finish() {
      clearTimeout(timeout);
      video.removeEventListener('durationchange', onChange);
      resolve();
    }
    function onChange() {
      if (video.duration >= target) finish();
    }
    video.addEventListener('durationchange', onChange);
  });
}
