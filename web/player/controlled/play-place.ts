// The play place of a comparison, which lets the synced pair and the merged video each continue where the other was.
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The time on screen, whether it plays, and at what speed. */
interface PlayPlace {
  /** Seconds from the time at which the swings meet; negative before it. */
  readonly fromMeeting: number;
  readonly playing: boolean;
  readonly speed: number;
}

/** The store that both share; null until one of them has shown a picture. */
export type KeptPlace = StoreApi<PlayPlace | null>;

/** Creates an empty store. */
export function newPlace(): KeptPlace {
  return createStore<PlayPlace | null>(() => null);
}

/** Makes the next player continue from the place, or from the start if nothing has been shown. */
export function playOn(place: KeptPlace): void {
  const { fromMeeting = Number.NEGATIVE_INFINITY, speed = 1 } = place.getState() ?? {};
  place.setState({ fromMeeting, speed, playing: true }, true);
}
