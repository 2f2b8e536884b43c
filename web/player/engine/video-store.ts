// One <video> as a store. Each state is a row: how to read it and which element events may have changed it; state is
// never set speculatively. Also holds the time of the frame on screen.
import { createStore } from 'zustand/vanilla';
import { unloadMedia } from '#web/lib/unload-media.ts';

/** State of the video element. Times in seconds. */
export interface VideoState {
  /** `no-picture`: the file plays, but this browser cannot decode its picture (HEVC in many browsers). */
  readonly status: 'loading' | 'ready' | 'no-picture' | 'broken';
  readonly paused: boolean;
  readonly seeking: boolean;
  readonly currentTime: number;
  /** 0 while unknown. It may grow while a file is read. */
  readonly duration: number;
  /** The picture's own size in pixels, upright; 0 while unknown. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly playbackRate: number;
  readonly muted: boolean;
  readonly loop: boolean;
  /** `mediaTime` of the frame on screen (requestVideoFrameCallback); null before the first frame and after a seek. */
  readonly presentedTime: number | null;
  /** Whether any frame of this source has come on screen. */
  readonly hasPresented: boolean;
}

type ElementState = Omit<VideoState, 'presentedTime' | 'hasPresented'>;

interface Row<Value> {
  readonly read: (video: HTMLVideoElement) => Value;
  readonly events: readonly (keyof HTMLVideoElementEventMap)[];
}

const ROWS: { readonly [Key in keyof ElementState]: Row<ElementState[Key]> } = {
  status: { read: statusOf, events: ['emptied', 'loadstart', 'loadedmetadata', 'loadeddata', 'resize', 'error'] },
  paused: { read: (video) => video.paused, events: ['play', 'playing', 'pause', 'ended', 'emptied'] },
  seeking: {
    read: (video) => video.seeking,
    events: ['seeking', 'seeked', 'timeupdate', 'canplay', 'emptied', 'error'],
  },
  currentTime: { read: (video) => video.currentTime, events: ['timeupdate', 'seeking', 'seeked', 'emptied', 'ended'] },
  duration: { read: durationOf, events: ['durationchange', 'loadedmetadata', 'emptied'] },
  widthPx: { read: (video) => video.videoWidth, events: ['loadedmetadata', 'resize', 'emptied'] },
  heightPx: { read: (video) => video.videoHeight, events: ['loadedmetadata', 'resize', 'emptied'] },
  playbackRate: { read: (video) => video.playbackRate, events: ['ratechange', 'loadstart', 'loadedmetadata'] },
  muted: { read: (video) => video.muted, events: ['volumechange', 'loadstart', 'loadedmetadata'] },
  // No event reports it. The browser's context menu sets the attribute, so `watchLoop` observes the attribute.
  loop: { read: (video) => video.loop, events: ['loadstart'] },
};

const STATES = Object.keys(ROWS) as (keyof ElementState)[];

/** The state while no element is attached. */
const NO_VIDEO: VideoState = Object.freeze({
  status: 'loading',
  paused: true,
  seeking: false,
  currentTime: 0,
  duration: 0,
  widthPx: 0,
  heightPx: 0,
  playbackRate: 1,
  muted: true,
  loop: false,
  presentedTime: null,
  hasPresented: false,
});

export type VideoStore = ReturnType<typeof createVideoStore>;

/** Shared by all videos, because how `mediaTime` is counted depends on the browser engine. */
const shownTimeOf = reportedTimes();

/** Makes a store without an element. */
export function createVideoStore() {
  let element: HTMLVideoElement | null = null;
  const { setState, ...store } = createStore<VideoState>(() => NO_VIDEO);
  const frameListeners = new Set<(mediaTime: number) => void>();
  let mediaOffset: number | null = null;
  let lastReport: FrameReport | null = null;

  function commit(changes: Partial<VideoState>): void {
    const keys = Object.keys(changes) as (keyof VideoState)[];
    if (keys.some((key) => !Object.is(changes[key], store.getState()[key]))) setState(changes);
  }

  function forgetFrame(): void {
    lastReport = null;
    commit({ presentedTime: null });
  }

  /** Follows an element until the returned function is called. */
  function attach(video: HTMLVideoElement): () => void {
    element = video;
    const stops = [
      ...STATES.flatMap((key) =>
        ROWS[key].events.map((event) => listen(video, event, () => commit(read(video, [key])))),
      ),
      // A seek invalidates the presented time. Not every engine reports the frame that follows.
      listen(video, 'seeking', forgetFrame),
      listen(video, 'emptied', () => {
        forgetFrame();
        commit({ hasPresented: false });
      }),
      watchLoop(video, () => commit(read(video, ['loop']))),
      watchShownFrames(video, (mediaTime) => {
        lastReport = { mediaTime, currentTime: video.currentTime, isStill: video.paused && !video.seeking };
        const presentedTime = shownTimeOf(lastReport, mediaOffset);
        commit({ presentedTime, hasPresented: true });
        for (const listener of frameListeners) listener(presentedTime);
      }),
    ];
    commit(read(video, STATES));
    return () => {
      for (const stop of stops) stop();
      element = null;
      commit(NO_VIDEO);
      // The element is still in the page if it only changes its player.
      queueMicrotask(() => video.isConnected || unloadMedia(video));
    };
  }

  return {
    ...store,
    attach,
    video: (): HTMLVideoElement | null => element,
    /** Calls back with the time of every presented frame, including repeats of the same frame. */
    onFrame(listener: (mediaTime: number) => void): () => void {
      frameListeners.add(listener);
      return () => frameListeners.delete(listener);
    },
    /** Media times of the source minus its shown times, in seconds; null while unknown. */
    setMediaOffset(offset: number | null): void {
      mediaOffset = offset;
      if (lastReport) commit({ presentedTime: shownTimeOf(lastReport, offset) });
    },
  };
}

function read(video: HTMLVideoElement, keys: readonly (keyof ElementState)[]): Partial<VideoState> {
  return Object.fromEntries(keys.map((key) => [key, ROWS[key].read(video)]));
}

function statusOf(video: HTMLVideoElement): VideoState['status'] {
  if (video.error) return 'broken';
  // Do not wait for the first decoded frame: phones that save data decode none before playback or a seek.
  if (video.readyState < video.HAVE_METADATA) return 'loading';
  return video.videoWidth === 0 ? 'no-picture' : 'ready';
}

function durationOf(video: HTMLVideoElement): number {
  return Number.isFinite(video.duration) ? video.duration : 0;
}

function listen(video: HTMLVideoElement, event: string, listener: () => void): () => void {
  video.addEventListener(event, listener);
  return () => video.removeEventListener(event, listener);
}

function watchLoop(video: HTMLVideoElement, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(video, { attributeFilter: ['loop'] });
  return () => observer.disconnect();
}

/** Calls back with each presented frame's time and the moment at which the display shows it. Returns the function that stops it. */
export function watchShownFrames(
  video: HTMLVideoElement,
  onFrame: (mediaTime: number, shownAtMs: number) => void,
): () => void {
  // Available in every engine since October 2024. Without it (and in jsdom) the current time is the fallback.
  if (!('requestVideoFrameCallback' in video)) return () => undefined;
  let handle = 0;
  const next = () => {
    handle = video.requestVideoFrameCallback((_now, frame) => {
      next();
      onFrame(frame.mediaTime, frame.expectedDisplayTime);
    });
  };
  next();
  return () => video.cancelVideoFrameCallback(handle);
}

/** One call of a frame callback, in seconds. */
interface FrameReport {
  readonly mediaTime: number;
  readonly currentTime: number;
  /** Whether the element is paused and not seeking, so that its time is within the frame on screen. */
  readonly isStill: boolean;
}

/** Rounding of an engine's clock, in seconds: the tolerance for detecting how it counts. */
const ROUNDING = 0.002;

/**
 * Makes a function that returns the time of a reported frame. It learns from frames of a still element how this engine
 * counts. `mediaOffset`: the frame's media time minus its shown time, or null.
 */
export function reportedTimes() {
  let countsMedia = false;
  return ({ mediaTime, currentTime, isStill }: FrameReport, mediaOffset: number | null): number => {
    if (mediaOffset === null || Math.abs(mediaOffset) <= ROUNDING) return mediaTime;
    if (isStill && Math.abs(mediaTime - currentTime - mediaOffset) < ROUNDING) countsMedia = true;
    return countsMedia ? mediaTime - mediaOffset : mediaTime;
  };
}
