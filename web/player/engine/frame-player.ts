// Frame-exact control of one video: element store, seeker and frame times behind one interface for the controls.
import { createStore } from 'zustand/vanilla';
import { frameDuration } from '#domain/time.ts';
import { type Clip, endTime } from '#domain/video/clip.ts';
import {
  FRAME_STEP,
  frameIndexAt,
  frameTimeAt,
  moveFrames,
  shownFrameTime,
  stepTime,
} from '#domain/video/frame-times.ts';
import type { ReadonlyStore } from '#web/lib/readonly-store.ts';
import type { ControlCommands, ControlState, StepOptions } from '#web/player/controlled/controlled-player.ts';
import type { PositionTimes, Stretch } from '#web/player/controlled/loops.ts';
import { createFrameOverlay } from './frame-overlay.ts';
import { createFrameSeeker, type SeekTarget } from './frame-seeker.ts';
import type { ClipEditing } from './frame-table.ts';
import { createVideoLoop } from './part-loop.ts';
import { createVideoStore, type VideoState, type VideoStore } from './video-store.ts';

/** Everything that the controls show. Times in seconds. */
export interface PlayerState extends Omit<VideoState, 'loop'>, ControlState {
  /** The clip's facts, or null if they are not read yet or unreadable. */
  readonly clip: Clip | null;
  /** The time of the frame on screen, exactly as in the clip's table if there is one. */
  readonly shownTime: number;
  /** The time of the frame that a pending seek targets, else `shownTime`. */
  readonly targetTime: number;
  /** The range of the seek slider: from the first frame's time to the end of the last frame. */
  readonly span: Stretch;
  /** Times of the swing's marked positions, which bound the parts that can be looped. */
  readonly positionTimes: PositionTimes;
}

/** One player. Every command acts on the element, and the element's events update the state. */
export interface FramePlayer extends ControlCommands, ReadonlyStore<PlayerState> {
  readonly attach: (video: HTMLVideoElement) => () => void;
  /** Attaches the canvas that covers the video exactly and shows decoded frames. */
  readonly attachOverlay: (canvas: HTMLCanvasElement) => () => void;
  readonly setClip: (clip: Clip | null, editing?: Partial<ClipEditing>) => void;
  readonly setPositionTimes: (positionTimes: PositionTimes) => void;
  readonly setMuted: (muted: boolean) => void;
  /** Reloads the video from its start, after a lost connection. */
  readonly reload: () => void;
  /** Seeks to the frame shown at a time; resolves with the presented frame's time, or null when overtaken. */
  readonly seekTo: (time: number) => Promise<number | null>;
  /** The time that a mark stores: that of the frame on screen, or of the frame that a pending seek will present. */
  readonly settledTime: () => Promise<number>;
}

/** Without a table a seek aims this far into a frame, in seconds, so that rounding cannot show the frame before. */
const INTO_FRAME = 0.004;

/** Makes a player without an element. */
export function createFramePlayer(): FramePlayer {
  const store = createVideoStore();
  let clip: Clip | null = null;
  const frameTimes = () => clip?.frameTimes ?? null;
  const overlay = createFrameOverlay(store, frameTimes, refresh);
  const seeker = createFrameSeeker(store, frameTimes, refresh, overlay);
  let blindStep = Promise.resolve();
  const loop = createVideoLoop(store, loopedTimeline, (time) => void seekTo(time), refresh);
  const { setState, ...states } = createStore<PlayerState>(snapshot);
  store.subscribe(refresh);
  const beginExactly = createFirstSeek(store, () => void seekTo(clip?.frameTimes[0] ?? 0));

  function snapshot(): PlayerState {
    const target = timeOfTarget(seeker.target());
    const looped = { loop: loop.choice(), positionTimes: loop.positionTimes() };
    return Object.freeze({ ...shownState(store.getState(), clip, overlay.frame(), target), ...looped });
  }

  function loopedTimeline() {
    const { span } = states.getState();
    return { span, frameSeconds: clip ? frameDuration(clip.frameRate) : 0 };
  }

  function refresh(): void {
    setState(snapshot(), true);
  }

  function timeOfTarget(target: SeekTarget | null): number | null {
    if (!target) return null;
    return 'time' in target ? target.time : frameTimeAt(clip?.frameTimes ?? [0], target.frame);
  }

  function seekTo(time: number): Promise<number | null> {
    if (!clip) return seeker.seek({ time: Math.max(0, time) });
    return seeker.seek({ frame: frameIndexAt(clip.frameTimes, time) });
  }

  function move(to: (from: number) => number, { isRepeat = false }: StepOptions = {}): void {
    if (isRepeat && seeker.target()) return;
    const from = seeker.target() ? states.getState().targetTime : states.getState().shownTime;
    store.video()?.pause();
    const target = to(from);
    if (clip) {
      overlay.prepare(frameIndexAt(clip.frameTimes, target));
      void seekTo(target);
    } else blindStep = stepBlindly(from, target - from);
  }

  function goTo(time: number): void {
    store.video()?.pause();
    void seekTo(clip ? time : time + INTO_FRAME);
  }

  /** Steps without frame times: if the first seek stays on the same frame, a second one goes twice as far. */
  async function stepBlindly(from: number, distance: number): Promise<void> {
    const presented = await seekTo(from + distance + INTO_FRAME);
    if (presented !== null && Math.abs(presented - from) < INTO_FRAME / 2)
      await seekTo(from + 2 * distance + INTO_FRAME);
  }

  return {
    ...states,
    attach(video) {
      const stopShowing = showFirstFrame(video, () => {
        const { currentTime } = video;
        if (overlay.frame() === null) video.currentTime = currentTime;
        // The visitor has already stepped to a decoded frame. A seek elsewhere would undo that step.
        else overlay.syncVideo();
      });
      const detach = store.attach(video);
      return () => {
        stopShowing();
        detach();
      };
    },
    attachOverlay: overlay.attach,
    setClip(next, { mayBeginElsewhere = false, mediaOffset = 0 } = {}) {
      clip = next;
      store.setMediaOffset(clip && mediaOffset);
      overlay.hide();
      overlay.release();
      refresh();
      beginExactly(mayBeginElsewhere && clip !== null);
    },
    togglePlay() {
      const video = store.video();
      // Playback continues from the frame on screen. The element's events report a refused or interrupted start.
      overlay.syncVideo();
      if (video?.paused) video.play().catch(() => undefined);
      else video?.pause();
    },
    setSpeed: (speed) =>
      withVideo((video) => Object.assign(video, { defaultPlaybackRate: speed, playbackRate: speed })),
    setMuted: (muted) => withVideo((video) => Object.assign(video, { muted })),
    setPositionTimes: loop.setPositionTimes,
    setLoop: loop.choose,
    reload: () => withVideo((video) => video.load()),
    seekTo,
    step: (steps, options) =>
      move((from) => (clip ? stepTime(clip.frameTimes, from, steps) : from + steps * FRAME_STEP), options),
    moveFrames: (frames, options) =>
      move((from) => (clip ? moveFrames(clip.frameTimes, from, frames) : from + frames * FRAME_STEP), options),
    goTo,
    goToStart: () => goTo(states.getState().span.from),
    goToEnd: () => goTo(states.getState().span.to),
    async settledTime() {
      const stepped = blindStep;
      // A frame shown by the video itself is replaced by the decoded one before it is marked.
      if (store.getState().paused && clip && overlay.frame() === null && !seeker.target()) {
        void seekTo(states.getState().shownTime);
      }
      const presented = await seeker.settled();
      // Without frame times the first seek may not have changed the frame.
      await stepped;
      if (presented === null || !clip) return states.getState().shownTime;
      return shownFrameTime(clip.frameTimes, presented);
    },
  };

  function withVideo(change: (video: HTMLVideoElement) => unknown): void {
    const video = store.video();
    if (video) change(video);
  }
}

/** The state on screen: the video's own frame or the overlaid one, and the time that a seek targets. */
function shownState(
  video: VideoState,
  clip: Clip | null,
  overlaid: number | null,
  target: number | null,
): Omit<PlayerState, 'loop' | 'positionTimes'> {
  const shown = video.presentedTime ?? video.currentTime;
  const shownTime = clip ? frameTimeAt(clip.frameTimes, overlaid ?? frameIndexAt(clip.frameTimes, shown)) : shown;
  return {
    ...video,
    clip,
    shownTime,
    targetTime: target ?? shownTime,
    playing: !video.paused,
    at: shownTime,
    speed: video.playbackRate,
    span: clip ? { from: clip.frameTimes[0] ?? 0, to: endTime(clip) } : { from: 0, to: video.duration },
  };
}

/** Seeks to the first frame once this is requested and the video is ready, unless it plays or has moved. */
function createFirstSeek(store: VideoStore, seek: () => void): (isWanted: boolean) => void {
  let isPending = false;
  const look = () => {
    const { status, paused, currentTime } = store.getState();
    if (!isPending || status !== 'ready') return;
    isPending = false;
    if (paused && currentTime === 0) seek();
  };
  store.subscribe(look);
  return (isWanted) => {
    isPending = isWanted;
    look();
  };
}

/** Maximum wait for the browser to show the first frame without a seek, in milliseconds. */
const FIRST_FRAME_MS = 1000;

/** Makes iPhones show a frame: they decode none before playback or a seek, so it seeks to the current time. */
function showFirstFrame(video: HTMLVideoElement, seekToShown: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onMetadata = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (video.readyState < video.HAVE_CURRENT_DATA && !video.seeking) seekToShown();
    }, FIRST_FRAME_MS);
  };
  video.addEventListener('loadedmetadata', onMetadata);
  return () => {
    clearTimeout(timer);
    video.removeEventListener('loadedmetadata', onMetadata);
  };
}
