// Looks for swings in the camera's pictures while they come: keeps the motion of the last seconds and searches it when a
// click is heard, and from time to time without one. Times are seconds on the camera's clock.
import { marksAt } from '#domain/moments/found-swing.ts';
import { type FrameMotion, type GrayFrame, motionBetween } from '#domain/moments/motion/frame-motion.ts';
import { supposedSwings } from '#domain/moments/motion/swings-in-motion.ts';
import type { RangeClick } from '#domain/range/clicks.ts';
import { isKnown, type LiveSwing, type Shot, shotAt, silentSwing, soundDelay } from '#domain/range/shots.ts';

/** The motion that is kept, in seconds: a slow swing with the stillness before it. */
const KEPT = 6.5;
/** A search without a click costs about 0.1 s, so it runs this often, in seconds, and only after strong motion. */
const SILENT_EVERY = 0.6;
/** Motion this many times the median of the last seconds may be a swing. */
const STRONG_MOTION = 4;
/**
 * A click is judged this long after it, in seconds, and again as long as no swing fits it: some swings show only by their
 * finish. The clip is not cut earlier anyway. `reach`: how far from the click, beside the tolerance, a strike is searched, in
 * seconds. A closer look can move a strike by up to 0.25 s; the second and third look search more widely.
 */
const LOOKS_AT_CLICK = [
  { after: 0.45, reach: 0.25 },
  { after: 0.8, reach: 0.5 },
  { after: 1.3, reach: 0.5 },
] as const;
/** A swing is not called silent before its sound has been searched, but sound that is later than this is lost, in seconds. */
const MAX_LATE_SOUND = 3;

/** How many seconds back a search without a click looks for strikes. */
const SILENT_SEARCHED = 4;
/** The longest downswing of a live swing, in seconds. */
const MAX_DOWNSWING = 0.65;

/**
 * A practice swing is reported this much later than a silent shot, in seconds. It is not urgent, and a backswing that
 * was taken for a swing is recognized once the shot has been heard.
 */
const PRACTICE_WAITS = 1;

interface SoundState {
  readonly canHear: boolean;
  /** Up to when the sound has been searched for clicks, on the camera's clock; null if that is not known. */
  readonly heardUntil: number | null;
}

interface WaitingClick {
  readonly click: RangeClick;
  /** How often it has been judged. */
  readonly judged: number;
}

export function createLiveSwings() {
  let before: GrayFrame | null = null;
  let now = Number.NEGATIVE_INFINITY;
  const motions: FrameMotion[] = [];
  /** The motion of each of them in the whole picture. */
  const amounts: number[] = [];
  let clicks: readonly WaitingClick[] = [];
  /** The strikes of the shots, and of all swings. */
  let shots: readonly number[] = [];
  let strikes: readonly number[] = [];
  let delays: readonly number[] = [];
  let searchedAt = Number.NEGATIVE_INFINITY;

  /** A click counts even where a practice swing was assumed. */
  function note(shot: Shot | null): readonly Shot[] {
    if (!shot || isKnown(shot.isHeard ? shots : strikes, shot.strikeTime)) return [];
    strikes = [...strikes.slice(-20), shot.strikeTime];
    if (shot.kind === 'shot') shots = [...shots.slice(-20), shot.strikeTime];
    return [shot];
  }

  function judgeClick({ click, judged }: WaitingClick): readonly Shot[] {
    if (isKnown(shots, click.time)) return [];
    const delay = soundDelay(delays);
    const strikeAt = click.time - delay.seconds;
    const reach = delay.tolerance + (LOOKS_AT_CLICK[judged]?.reach ?? 0);
    const swings = swingsIn(motions, strikeAt - reach, strikeAt + reach);
    const shot = shotAt(click, swings, delay);
    const seen = swings.find(({ restTime, topTime }) => restTime === shot?.restTime && topTime === shot.topTime);
    if (seen) delays = [...delays.slice(-20), click.time - seen.strikeTime];
    if (!shot && judged + 1 < LOOKS_AT_CLICK.length && isMoving(strikeAt)) {
      clicks = [...clicks, { click, judged: judged + 1 }];
    }
    return note(shot);
  }

  function judgeSilence({ canHear, heardUntil }: SoundState): readonly Shot[] {
    const heard = heardUntil === null ? now : Math.max(heardUntil, now - MAX_LATE_SOUND);
    const until = canHear ? Math.min(now - PRACTICE_WAITS, heard) : now;
    if (now - searchedAt < SILENT_EVERY || clicks.length > 0 || !isMoving(until - 1)) return [];
    searchedAt = now;
    const swings = swingsIn(motions, until - SILENT_SEARCHED, until);
    const unknown = swings.filter(({ strikeTime }) => !isKnown(strikes, strikeTime));
    return note(silentSwing(unknown, { now: until, canHear }));
  }

  /** Whether something moved strongly within a second around a time, compared with the usual motion. */
  function isMoving(time: number): boolean {
    const sorted = amounts.toSorted((a, b) => a - b);
    const usual = sorted[sorted.length >> 1] ?? 0;
    return amounts.some(
      (amount, at) => amount > STRONG_MOTION * usual && Math.abs((motions[at]?.time ?? 0) - time) < 1,
    );
  }

  /** Takes the motion up to the next picture. */
  function move(motion: FrameMotion): void {
    now = motion.endTime;
    motions.push(motion);
    amounts.push(sumOf(motion.cells));
    const expired = motions.findIndex(({ endTime }) => endTime > now - KEPT);
    if (expired <= 0) return;
    motions.splice(0, expired);
    amounts.splice(0, expired);
  }

  return {
    see(frame: GrayFrame): void {
      if (before?.gray.length === frame.gray.length && before.widthPx === frame.widthPx) {
        move(motionBetween(before, frame));
      }
      before = frame;
    },
    move,
    /** Takes a click. It is judged once the pictures after it have come. */
    hear(click: RangeClick): void {
      clicks = [...clicks, { click, judged: 0 }];
    },
    /** The shots and practice swings that have become certain since the last call. */
    judge(sound: SoundState): readonly Shot[] {
      const isDue = ({ click, judged }: WaitingClick) => click.time + (LOOKS_AT_CLICK[judged]?.after ?? 0) <= now;
      const due = clicks.filter(isDue);
      clicks = clicks.filter((click) => !isDue(click));
      const heard = due.flatMap(judgeClick);
      return heard.length > 0 ? heard : judgeSilence(sound);
    },
  };
}

/**
 * The swings whose strike lies roughly within a stretch of time, by motion alone. The click is matched afterwards, once
 * its delay is subtracted.
 */
function swingsIn(motions: readonly FrameMotion[], strikeFrom: number, strikeTo: number): readonly LiveSwing[] {
  const frameTimes = motions.map(({ endTime }) => endTime);
  const sought = { maxDownswing: MAX_DOWNSWING, strikeFrom, strikeTo };
  return supposedSwings({ motions, clicks: [], frameTimes }, sought).map((swing) => ({
    ...marksAt(swing),
    confidence: swing.confidence,
  }));
}

function sumOf(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
