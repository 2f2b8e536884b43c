// Where a comparison is being watched, so that the live pair and its merged video go on where the other one was.
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The moment on screen, whether it moves, and how fast. */
export interface PlayPlace {
  /** Seconds from the moment where the swings meet; negative before it. */
  readonly fromMeeting: number;
  readonly playing: boolean;
  readonly speed: number;
}

/** Where both keep it; null until one of them has shown anything. */
export type KeptPlace = StoreApi<PlayPlace | null>;

/** A place that nothing has been kept in yet. */
export function newPlace(): KeptPlace {
  return createStore<PlayPlace | null>(() => null);
}

/** Has what is shown next play on from the place, or from the start where nothing has been shown. */
export function playOn(place: KeptPlace): void {
  const { fromMeeting = Number.NEGATIVE_INFINITY, speed = 1 } = place.getState() ?? {};
  place.setState({ fromMeeting, speed, playing: true }, true);
}
