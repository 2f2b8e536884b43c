// Loops one video. The browser's own loop covers only the whole video, so loops of a part are restarted here.
import {
  isPart,
  type LoopChoice,
  type PartLoop,
  type PositionTimes,
  partOf,
  type Stretch,
  within,
} from '#web/player/controlled/loops.ts';
import type { VideoStore } from './video-store.ts';

interface LoopedTimeline {
  readonly span: Stretch;
  /** How long the frame at a position is shown, in seconds. */
  readonly frameSeconds: number;
}

const NO_TIMES: PositionTimes = Object.freeze({});

/** Loops a store's video. `onChange` is called when the choice or the position times have changed. */
export function createVideoLoop(
  store: VideoStore,
  timeline: () => LoopedTimeline,
  seekTo: (time: number) => void,
  onChange: () => void,
) {
  let positionTimes = NO_TIMES;
  let chosenPart: PartLoop | null = null;

  // The browser's own menu can also loop the whole video, and it takes precedence.
  const choice = (): LoopChoice => (store.getState().loop ? 'whole' : (chosenPart ?? 'once'));

  function partNow(): Stretch | null {
    const chosen = choice();
    if (!isPart(chosen)) return null;
    const { span, frameSeconds } = timeline();
    const part = partOf(chosen, positionTimes, frameSeconds);
    return part && { from: within(part.from, span), to: within(part.to, span) };
  }

  function beginAnew(time: number): void {
    const video = store.video();
    const part = video && !video.paused && !video.seeking ? partNow() : null;
    if (part && time >= part.to) seekTo(part.from);
  }

  store.onFrame(beginAnew);
  store.subscribe(({ currentTime }) => {
    const video = store.video();
    // The looped part lasts until the video's end.
    const part = video?.ended && !video.seeking ? partNow() : null;
    if (!part) return beginAnew(currentTime);
    seekTo(part.from);
    video?.play().catch(() => undefined);
  });

  return {
    choice,
    choose(next: LoopChoice): void {
      chosenPart = isPart(next) ? next : null;
      const video = store.video();
      if (video) video.loop = next === 'whole';
      onChange();
      const part = partNow();
      if (part && video && !video.paused) seekTo(part.from);
    },
    /** Times of the swing's marked positions, which bound its parts. */
    positionTimes: () => positionTimes,
    setPositionTimes(next: PositionTimes): void {
      positionTimes = next;
      onChange();
    },
  };
}
