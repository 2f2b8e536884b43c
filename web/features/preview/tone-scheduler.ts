// When the clicks of a swing's tempo are due: with the live comparison, on its clock at any speed, and by itself as a loop.
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { POSITIONS, type Position, timeOf } from '#domain/swing/swing.ts';

/** A clock as the live comparison has one: the time it shows at a moment of `performance.now()`, and its seconds per second. */
export interface ToneClock {
  readonly at: (nowMs: number) => number;
  readonly rate: number;
}

/** A click that is due. */
export interface DueTone {
  readonly position: Position;
  /** When it is to be heard, as `performance.now()` counts; in the past where it begins a loop. */
  readonly atMs: number;
}

/** When each position is reached on the clock, in seconds; null where it is not marked. */
export type ToneTimes = Readonly<Record<Position, number | null>>;

/** So long ahead clicks are handed to the audio clock: longer than a page that is busy may be away, or a wireless loudspeaker is late. */
export const LOOK_AHEAD_MS = 500;
/** A loop that begins with a position begins with its first picture: its click is that much late at most. */
const FIRST_PICTURE_MS = 25;

/** The clicks between now and {@link LOOK_AHEAD_MS} from now. */
export function dueTones(times: ToneTimes, clock: ToneClock, nowMs: number): readonly DueTone[] {
  const at = clock.at(nowMs);
  return POSITIONS.flatMap((position) => {
    const time = times[position];
    if (time === null) return [];
    const inMs = ((time - at) / clock.rate) * 1000;
    return inMs >= -FIRST_PICTURE_MS && inMs <= LOOK_AHEAD_MS ? [{ position, atMs: nowMs + inMs }] : [];
  });
}

/** Between the strike of one swing to the tones and the rest of the next, in seconds: time to stand anew. */
const BETWEEN_SWINGS = 2.5;

/** One swing of the loop by itself: when its clicks are after its beginning, and when the next one begins. In seconds. */
export interface ToneLoop {
  readonly tones: readonly { readonly position: Position; readonly after: number }[];
  readonly period: number;
}

/** The loop of a swing's tempo in real seconds; null where a position is missing or out of order. */
export function toneLoop(inTrueTime: SwingAnnotations): ToneLoop | null {
  const [rest, top, strike] = POSITIONS.map((position) => timeOf(inTrueTime, position));
  if (rest == null || top == null || strike == null || !(rest < top && top < strike)) return null;
  return {
    tones: [
      { position: 'rest', after: 0 },
      { position: 'top', after: top - rest },
      { position: 'strike', after: strike - rest },
    ],
    period: strike - rest + BETWEEN_SWINGS,
  };
}
