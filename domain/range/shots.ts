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

/** Minimum confidence of a swing whose strike was heard when it was seen, and of one seen without a click. */
const MIN_HEARD_CONFIDENCE = 0.2;
const MIN_SILENT_CONFIDENCE = 0.7;
/**
 * How late the sound of a strike comes, in seconds: 12 ms through the air, and the difference between the delays of
 * microphone and camera, which is up to a quarter of a second and the same for every shot of a session.
 */
interface SoundDelay {
  readonly seconds: number;
  /** How far a click may be from its strike apart from the delay. */
  readonly tolerance: number;
}

/** Before the first shots, the delay is not known: sound is seldom early, and the strike in the picture is off by up to 0.2 s. */
const UNKNOWN_DELAY: SoundDelay = { seconds: 0.06, tolerance: 0.3 };
/** The delay is known after this many shots, and judged by up to {@link REMEMBERED_SHOTS} shots. */
const MIN_SHOTS = 3;
const REMEMBERED_SHOTS = 9;
/** How far a click may be from a strike at least, in seconds, and the part that the strikes' own spread adds. */
const LEAST_TOLERANCE = 0.085;
const SPREAD_PART = 1.7;
/** A click at the edge of the tolerance needs a swing that is this much surer than one at the strike. */
const EDGE_CONFIDENCE = { whileUnknown: 0.1, onceKnown: 0.3 };

/**
 * The delay of the sound by the session's shots so far: the median of click minus strike in the picture, in seconds. Where
 * the strikes are seen less exactly, the clicks may be farther away.
 * @example
 * soundDelay([]) // { seconds: 0.06, tolerance: 0.3 }
 * soundDelay([0.16, 0.16, 0.16]) // { seconds: 0.16, tolerance: 0.085 }
 */
export function soundDelay(delays: readonly number[]): SoundDelay {
  if (delays.length < MIN_SHOTS) return UNKNOWN_DELAY;
  const sorted = delays.slice(-REMEMBERED_SHOTS).sort((a, b) => a - b);
  const seconds = sorted[sorted.length >> 1] ?? 0;
  const spread = sorted.reduce((sum, delay) => sum + Math.abs(delay - seconds), 0) / sorted.length;
  return { seconds, tolerance: Math.min(UNKNOWN_DELAY.tolerance, LEAST_TOLERANCE + SPREAD_PART * spread) };
}

/** Two strikes closer than this, in seconds, are one: no golfer hits two balls within it. */
const MIN_BETWEEN_STRIKES = 1.5;
/** Downswings of real swings, in seconds. */
const DOWNSWING = { least: 0.12, most: 0.6 };

/** A swing is silent when no click has been heard this long after its strike, in seconds. */
const SILENT_AFTER = 0.6;
/** How much follow-through a clip shows, in seconds. */
export const FOLLOW_THROUGH = 1.5;
/** A clip begins this long before the strike, in seconds, or {@link BEFORE_REST} before the rest if that is earlier. */
const BEFORE_STRIKE = 3.2;
const BEFORE_REST = 1;
/** No clip begins earlier than this before its strike, in seconds. */
const MAX_BEFORE_STRIKE = 6;

/**
 * The shot that a click belongs to: a swing whose strike is seen at the time of the click. Null for every other sound.
 * Once the delay of the sound is known, the strike's time is the mean of sound and picture, whose errors are independent.
 * @example
 * const swings = [{ restTime: 1, topTime: 1.75, strikeTime: 2, confidence: 0.8 }]
 * shotAt({ time: 2.012, rise: 20, energy: 1 }, swings).isHeard // true
 * shotAt({ time: 3, rise: 20, energy: 1 }, swings) // null
 */
export function shotAt(
  click: Pick<RangeClick, 'time'>,
  swings: readonly LiveSwing[],
  delay: SoundDelay = UNKNOWN_DELAY,
): Shot | null {
  const soundAt = click.time - delay.seconds;
  const isKnownDelay = delay.tolerance < UNKNOWN_DELAY.tolerance;
  const struck = swings.filter((swing) => {
    const off = Math.abs(soundAt - swing.strikeTime) / delay.tolerance;
    const least = MIN_HEARD_CONFIDENCE + EDGE_CONFIDENCE[isKnownDelay ? 'onceKnown' : 'whileUnknown'] * off ** 2;
    return off <= 1 && swing.confidence >= least && isSwingLong(swing);
  });
  const swing = surest(struck);
  if (!swing) return null;
  const strikeTime = isKnownDelay ? (swing.strikeTime + soundAt) / 2 : swing.strikeTime;
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
      (one) => one.confidence >= MIN_SILENT_CONFIDENCE && isSwingLong(one) && one.strikeTime <= now - SILENT_AFTER,
    ),
  );
  return swing && { ...swing, kind: canHear ? 'practice' : 'shot', isHeard: false };
}

/**
 * Whether a swing is already in the session, by the times of the strikes there.
 * @example
 * isKnown([10, 22], 22.4) // true
 */
export function isKnown(strikeTimes: readonly number[], strikeTime: number): boolean {
  return strikeTimes.some((known) => Math.abs(known - strikeTime) < MIN_BETWEEN_STRIKES);
}

/**
 * The stretch of time that a swing's clip shows.
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
