// Schedules the clicks of a swing's tempo: on the clock of the live comparison at any speed, or alone as a loop.
import { POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';

/** The clock of a comparison: its time at a given `performance.now()`, and its rate in seconds per second. */
export interface ToneClock {
  readonly at: (nowMs: number) => number;
  readonly rate: number;
}

export interface DueTone {
  readonly position: Position;
  /** When it should be heard, in time of `performance.now()`. Can be in the past at the start of a loop. */
  readonly atMs: number;
}

/** When each position is reached on the clock, in seconds; null if it is not marked. */
export type ToneTimes = Readonly<Record<Position, number | null>>;

/** Clicks are scheduled this far ahead. Longer than a busy page may block, or a wireless loudspeaker lags. */
export const LOOK_AHEAD_MS = 500;
/** Maximum lateness of a click at the start of a loop, where a position coincides with the first picture. */
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

/** Time from the strike of one loop to the rest of the next, in seconds, in which the golfer can set up again. */
const BETWEEN_SWINGS = 2.5;

/** One cycle of the loop, in seconds: the time of each click after the start, and the period. */
export interface ToneLoop {
  readonly tones: readonly { readonly position: Position; readonly after: number }[];
  readonly period: number;
}

/** The loop of a swing's tempo in true time; null if a position is missing or out of order. */
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
