// Seeks to frames and reports which frame was presented. One seek runs at a time and the newest target wins: overtaken
// targets are dropped, so a drag shows as many frames as the decoder can deliver. Only a target that a mark waits for
// is always presented.
import { type FrameTimes, frameIndexAt, frameTimeAt, seekTarget } from '#domain/video/frame-times.ts';
import { withResolvers } from '#web/lib/with-resolvers.ts';
import { type FrameOverlay, showsFrame } from './frame-overlay.ts';
import type { VideoStore } from './video-store.ts';

/** A seek target: a frame of the table, or a time in seconds if there is no table. */
export type SeekTarget = { readonly frame: number } | { readonly time: number };

/** Maximum seeks for one target; then the frame on screen is accepted. The element may clamp a seek while it loads. */
const MAX_TRIES = 4;
/** Wait after `seeked` when another frame was presented: the target follows within a few display frames. */
const FRAME_AFTER_SEEKED_MS = 150;
/** Wait after `seeked` when no frame was reported yet. WebKit reports it up to 350 ms after `seeked`, or not at all. */
const NO_FRAME_AFTER_SEEKED_MS = 500;
/** Maximum wait for the element to extend its duration while it reads the file. */
const LONGER_DURATION_MS = 400;
/** Not every engine reports the end of every seek: it is looked for at this interval. */
const LOOK_FOR_END_MS = 250;
/** A seek that takes longer than this is abandoned. With one key frame in a long clip a seek takes up to a second. */
const SEEK_TIMEOUT_MS = 8000;

export type FrameSeeker = ReturnType<typeof createFrameSeeker>;

interface PendingSeek {
  readonly target: SeekTarget;
  readonly resolve: (presentedTime: number | null) => void;
  readonly presented: Promise<number | null>;
  mustBePresented: boolean;
}

/**
 * Makes a seeker. `frameTimes` returns the clip's table, or null if there is none (yet). With an overlay, decoded
 * frames are shown on it and need no seek.
 */
export function createFrameSeeker(
  store: VideoStore,
  frameTimes: () => FrameTimes | null,
  onChange: () => void,
  overlay?: FrameOverlay,
) {
  let running: PendingSeek | null = null;
  const waiting: PendingSeek[] = [];

  async function run(): Promise<void> {
    for (running = waiting.shift() ?? null; running; running = waiting.shift() ?? null) {
      onChange();
      // A failed frame must not block the next ones.
      running.resolve(await present(running).catch(() => null));
    }
    overlay?.onIdle();
    onChange();
  }

  async function present(open: PendingSeek): Promise<number | null> {
    const { target } = open;
    let presented = await overlayTime(target);
    if (presented !== null) return presented;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const video = store.video();
      if (!video || video.error) return null;
      if (tries === 0 && isOnScreen(target)) presented = store.getState().presentedTime;
      else presented = (await seekOnce(video, target)) ?? video.currentTime;
      overlay?.hide();
      // During playback the frame has already changed, and with a newer target an exact match no longer matters.
      if (!video.paused || (waiting.length > 0 && !open.mustBePresented) || isTarget(target, presented)) break;
      await grownDuration(video, timeToSeek(target));
    }
    return presented;
  }

  function timeToSeek(target: SeekTarget): number {
    return 'time' in target ? target.time : seekTarget(frameTimes() ?? [0], target.frame);
  }

  async function overlayTime(target: SeekTarget): Promise<number | null> {
    const table = frameTimes();
    if (!overlay || !table || 'time' in target) return null;
    return (await overlay.show(target.frame)) ? frameTimeAt(table, target.frame) : null;
  }

  /** Whether the target is on screen already. A seek to it may present no new frame, so waiting for one costs time. */
  function isOnScreen(target: SeekTarget): boolean {
    const table = frameTimes();
    return 'frame' in target && table !== null && showsFrame(store, table, target.frame);
  }

  function isTarget(target: SeekTarget, presented: number | null): boolean {
    const table = frameTimes();
    return 'time' in target || presented === null || !table || frameIndexAt(table, presented) === target.frame;
  }

  function seekOnce(video: HTMLVideoElement, target: SeekTarget): Promise<number | null> {
    return new Promise((resolve) => {
      let presented: number | null = null;
      let hasSeeked = false;
      let afterSeeked: ReturnType<typeof setTimeout> | undefined;
      const timeout = setTimeout(finish, SEEK_TIMEOUT_MS);
      // The frame may be presented before or after `seeked`, and a late frame from before the seek may come in between.
      const stopFrames = store.onFrame((mediaTime) => {
        presented = mediaTime;
        if (hasSeeked && isTarget(target, presented)) finish();
      });
      function onSeeked() {
        // This `seeked` belongs to an overtaken seek.
        if (video.seeking || hasSeeked) return;
        hasSeeked = true;
        if (presented !== null && isTarget(target, presented)) finish();
        else afterSeeked = setTimeout(finish, presented === null ? NO_FRAME_AFTER_SEEKED_MS : FRAME_AFTER_SEEKED_MS);
      }
      function finish() {
        clearTimeout(timeout);
        clearTimeout(afterSeeked);
        clearInterval(looking);
        stopFrames();
        for (const event of ['error', 'emptied']) video.removeEventListener(event, finish);
        video.removeEventListener('seeked', onSeeked);
        resolve(presented);
      }
      video.addEventListener('seeked', onSeeked);
      for (const event of ['error', 'emptied']) video.addEventListener(event, finish);
      // A video that is still loading seeks later.
      const looking = setInterval(() => video.readyState > video.HAVE_NOTHING && onSeeked(), LOOK_FOR_END_MS);
      video.currentTime = timeToSeek(target);
    });
  }

  const newest = () => waiting.at(-1) ?? running;

  return {
    /** Resolves with the time of the presented frame, or null when a newer target overtook this one. */
    seek(target: SeekTarget): Promise<number | null> {
      if (waiting.at(-1)?.mustBePresented === false) waiting.pop()?.resolve(null);
      const { promise: presented, resolve } = withResolvers<number | null>();
      waiting.push({ target, resolve, presented, mustBePresented: false });
      onChange();
      if (!running) void run();
      return presented;
    },
    /** The newest target that is not on screen yet, or null. */
    target: () => newest()?.target ?? null,
    /**
     * Resolves with the presented time of the newest pending target, or null when none is pending or presented. From this
     * call on that target cannot be overtaken, so a mark followed by a step marks the frame before the step.
     */
    async settled(): Promise<number | null> {
      const open = newest();
      if (!open) return null;
      open.mustBePresented = true;
      return open.presented;
    },
  };
}

/** Waits up to {@link LONGER_DURATION_MS} for the duration to reach the target. Returns immediately if it does. */
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
