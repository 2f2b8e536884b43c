// Decides which clicks and movements at the range are this golfer's shots, and where their clips begin and end. All times
// are seconds on the camera's clock.
import type { RangeClick } from './clicks.ts';

/** A swing seen in the live pictures. */
export interface LiveSwing {
  readonly restTime: number;
  readonly topTime: number;
  readonly strikeTime: number;
  /** The confidence that this is a swing, 0 to 1. */
  readonly confidence: number;
}

/** A swing of the session: a shot is compared, a practice swing is only listed. */
export interface Shot extends LiveSwing {
  readonly kind: 'shot' | 'practice';
  /** Whether its strike was heard. */
  readonly isHeard: boolean;
}

/** A stretch of time, in seconds. */
export interface CutBounds {
  readonly from: number;
  readonly to: number;
}

/** Minimum confidence of a swing whose strike was heard, and of one seen without a click. */
const MIN_HEARD_CONFIDENCE = 0.4;
const MIN_SILENT_CONFIDENCE = 0.7;
/** How far a click may be from the strike in the picture, in seconds. Sound takes 12 ms from the ball to the phone. */
const CLICK_EARLY = 0.1;
const CLICK_LATE = 0.12;
/** The delay of the strike's sound, in seconds, for a phone four metres away. */
const SOUND_DELAY = 0.012;
/** Two strikes closer than this, in seconds, are one: nobody hits two balls within it. */
const MIN_BETWEEN_STRIKES = 1.5;
/** Downswings of real swings, in seconds. */
const DOWNSWING = { least: 0.12, most: 0.6 };

/** How long after a click its swing can be judged, in seconds: the pictures around the strike have then arrived. */
export const JUDGED_AFTER = 0.45;
/** How much follow-through a clip shows, in seconds. */
export const FOLLOW_THROUGH = 1.5;
/** A clip begins this long before the strike, in seconds, or {@link BEFORE_REST} before the rest if that is earlier. */
const BEFORE_STRIKE = 3.2;
const BEFORE_REST = 1;
/** No clip begins earlier than this before its strike, in seconds. */
const MAX_BEFORE_STRIKE = 6;

/**
 * The shot that a click belongs to: a swing whose strike is seen at the time of the click. Null for every other sound.
 * The strike's time is the mean of sound and picture, whose errors are independent.
 *
 * @example
 * const swings = [{ restTime: 1, topTime: 1.75, strikeTime: 2, confidence: 0.8 }]
 * shotAt({ time: 2.012, rise: 20, energy: 1 }, swings).isHeard // true
 * shotAt({ time: 3, rise: 20, energy: 1 }, swings) // null
 */
export function shotAt(click: Pick<RangeClick, 'time'>, swings: readonly LiveSwing[]): Shot | null {
  const struck = swings.filter(
    (swing) =>
      swing.confidence >= MIN_HEARD_CONFIDENCE &&
      isSwingLong(swing) &&
      click.time >= swing.strikeTime - CLICK_EARLY &&
      click.time <= swing.strikeTime + CLICK_LATE,
  );
  const swing = surest(struck);
  if (!swing) return null;
  const strikeTime = Math.max(swing.topTime + DOWNSWING.least / 2, (swing.strikeTime + click.time - SOUND_DELAY) / 2);
  return { ...swing, strikeTime, kind: 'shot', isHeard: true };
}

/**
 * The surest swing seen without a click before `now`. While the microphone hears, it is a practice swing; otherwise it
 * counts as a shot: a ball into a net or a foam ball makes no click either. Null where no swing is seen.
 */
export function silentSwing(
  swings: readonly LiveSwing[],
  { now, canHear }: { readonly now: number; readonly canHear: boolean },
): Shot | null {
  const swing = surest(
    swings.filter(
      (one) =>
        one.confidence >= MIN_SILENT_CONFIDENCE &&
        isSwingLong(one) &&
        one.strikeTime <= now - JUDGED_AFTER - CLICK_LATE,
    ),
  );
  return swing && { ...swing, kind: canHear ? 'practice' : 'shot', isHeard: false };
}

/**
 * Whether a swing is already in the session, by the times of the strikes there.
 *
 * @example
 * isKnown([10, 22], 22.4) // true
 */
export function isKnown(strikeTimes: readonly number[], strikeTime: number): boolean {
  return strikeTimes.some((known) => Math.abs(known - strikeTime) < MIN_BETWEEN_STRIKES);
}

/**
 * The stretch of time that a swing's clip shows.
 *
 * @example
 * cutBounds({ restTime: 8.5, strikeTime: 10 }) // { from: 6.8, to: 11.5 }
 */
export function cutBounds({ restTime, strikeTime }: Pick<LiveSwing, 'restTime' | 'strikeTime'>): CutBounds {
  const from = Math.min(strikeTime - BEFORE_STRIKE, restTime - BEFORE_REST);
  return { from: Math.max(from, strikeTime - MAX_BEFORE_STRIKE), to: strikeTime + FOLLOW_THROUGH };
}

function isSwingLong({ topTime, strikeTime }: LiveSwing): boolean {
  const downswing = strikeTime - topTime;
  return downswing >= DOWNSWING.least && downswing <= DOWNSWING.most;
}

function surest(swings: readonly LiveSwing[]): LiveSwing | null {
  return swings.reduce<LiveSwing | null>((best, one) => (best && best.confidence >= one.confidence ? best : one), null);
}
