// A range session: its phase, its swings in order, their spread and trend, and what the last one changed. Plain data.
import { medianOf } from '#domain/body/body-geometry.ts';
import { phaseLength, type SwingAnnotations, tempoRatio } from '#domain/swing/swing.ts';

/** One swing of a session. */
export interface SessionSwing {
  /** Unique in the session. */
  readonly id: string;
  /** 1 for the first swing of the session, counting practice swings too. */
  readonly number: number;
  readonly kind: 'shot' | 'practice';
  /** When it was struck, in milliseconds since 1970. */
  readonly struckAtMs: number;
  /** Its positions, in seconds of its clip. */
  readonly annotations: SwingAnnotations;
  /** The times of its clip's pictures, in seconds of the clip, ascending; empty without a clip. */
  readonly pictureTimes: readonly number[];
  readonly isStarred: boolean;
}

/** The parts of a swing whose length is compared with earlier swings. */
type ComparedPart = 'backswing' | 'downswing';

/** What the last swing changed against the ones before it. */
interface SwingChange {
  readonly part: ComparedPart;
  /** How much longer the part was, in seconds; negative for shorter. */
  readonly by: number;
  /** The number of swings it is compared with. */
  readonly over: number;
}

/** The tempos of a session: backswing divided by downswing. */
interface TempoSpread {
  /** The number of swings with a tempo, at least 2. */
  readonly count: number;
  readonly mean: number;
  /** The standard deviation. */
  readonly deviation: number;
  /**
   * The change from the first half of the session to the second; null below {@link MIN_FOR_TREND} swings, and where it
   * is smaller than its own error.
   */
  readonly trend: number | null;
}

/**
 * The minimum number of pictures per second for a tempo: a camera of 24, of which a tenth is missing. A downswing of 0.25 s is then
 * known to within a fifth.
 */
const MIN_PICTURES_PER_SECOND = 0.9 * 24;
/** The maximum time between two pictures for a tempo, in seconds: one of two pictures of a 24 fps camera may be missing. */
const MAX_GAP = 0.1;
/** Times closer than this are equal, in seconds. */
const SAME_TIME = 1e-4;
/** A swing is compared with up to this many shots before it. */
const COMPARED_SHOTS = 5;
/** The minimum number of earlier shots for a comparison: one alone says nothing about a habit. */
const MIN_COMPARED = 2;
/**
 * Minimum change in seconds: one and a half frames of 30 fps. Both ends of a part are known to within half a frame, and
 * a found position is often one frame off.
 */
const MIN_CHANGE = 1.5 / 30;
/** Minimum change, in standard deviations of the earlier shots: less is the usual variation between shots. */
const MIN_DEVIATIONS = 2;
/** The minimum number of swings with a tempo for a trend. */
const MIN_FOR_TREND = 6;

const PHASE = { backswing: 'rest-to-top', downswing: 'top-to-strike' } as const;

/**
 * The backswing divided by the downswing; null for a swing that is not fully marked, and for one with too few pictures between rest
 * and strike to know it.
 */
export function sessionTempo(swing: SessionSwing): number | null {
  return hasEnoughPictures(swing) ? tempoRatio(swing.annotations) : null;
}

/** Whether a swing has enough pictures between rest and strike for a tempo; false without a clip or all positions. */
export function hasEnoughPictures({ annotations, pictureTimes }: SessionSwing): boolean {
  const length = phaseLength(annotations, 'rest-to-strike');
  if (length === null || length <= 0) return false;
  const { restTime, strikeTime } = annotations;
  const isInside = (time: number) => time >= (restTime ?? 0) - SAME_TIME && time <= (strikeTime ?? 0) + SAME_TIME;
  const inside = pictureTimes.filter(isInside);
  const gaps = inside.slice(1).map((time, index) => time - (inside[index] ?? time));
  return inside.length >= MIN_PICTURES_PER_SECOND * length && Math.max(...gaps) <= MAX_GAP;
}

/**
 * The clearest change of a shot against the median of up to five shots before it: the part with the largest relative
 * change. Null where no change exceeds the error of the footage and the usual differences between these shots, with too few
 * pictures, and with fewer than two shots before.
 */
export function changeOf(swings: readonly SessionSwing[], id: string): SwingChange | null {
  const shots = swings.filter((swing) => swing.kind === 'shot' && hasEnoughPictures(swing));
  const at = shots.findIndex((swing) => swing.id === id);
  const shot = shots[at];
  if (!shot) return null;
  const before = shots.slice(Math.max(0, at - COMPARED_SHOTS), at);
  const changes = (['backswing', 'downswing'] as const).flatMap((part) => {
    const length = phaseLength(shot.annotations, PHASE[part]);
    const earlier = before.flatMap(({ annotations }) => phaseLength(annotations, PHASE[part]) ?? []);
    if (length === null || earlier.length < MIN_COMPARED) return [];
    const usual = medianOf(earlier);
    const by = length - usual;
    if (Math.abs(by) < Math.max(MIN_CHANGE, MIN_DEVIATIONS * meanOf(earlier).deviation)) return [];
    return [{ part, by, over: earlier.length, share: Math.abs(by) / usual }];
  });
  const [largest] = changes.sort((a, b) => b.share - a.share || a.part.localeCompare(b.part));
  return largest ? { part: largest.part, by: largest.by, over: largest.over } : null;
}

/** The spread and trend of the shots' tempos; null below two. */
export function tempoSpread(swings: readonly SessionSwing[]): TempoSpread | null {
  const ratios = swings.flatMap((swing) => (swing.kind === 'shot' ? (sessionTempo(swing) ?? []) : []));
  if (ratios.length < 2) return null;
  const { mean, deviation } = meanOf(ratios);
  return { count: ratios.length, mean, deviation, trend: trendOf(ratios) };
}

function trendOf(ratios: readonly number[]): number | null {
  if (ratios.length < MIN_FOR_TREND) return null;
  const half = Math.floor(ratios.length / 2);
  const [first, second] = [meanOf(ratios.slice(0, half)), meanOf(ratios.slice(-half))];
  const change = second.mean - first.mean;
  const error = Math.sqrt((first.deviation ** 2 + second.deviation ** 2) / half);
  return Math.abs(change) > 2 * error && Math.abs(change) >= 0.1 ? change : null;
}

function meanOf(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) };
}

/** The phase of a session, as it is shown to a golfer three meters away. */
export type RangePhase =
  /** The camera does not run. */
  | 'off'
  /** Waiting for a swing. */
  | 'armed'
  /** A shot was recognized; its clip is being cut. */
  | 'heard'
  /** The last shot plays beside the pro, and the next ball can be hit. */
  | 'ready';

/** The events that change the phase. */
export type RangeEvent = 'started' | 'shot' | 'shown' | 'not-cut' | 'cleared' | 'stopped';

/**
 * The phase after an event. A clip that could not be cut leaves the golfer armed.
 * @example
 * nextPhase('armed', 'shot') // 'heard'
 * nextPhase('ready', 'shot') // 'heard'
 * nextPhase('off', 'shot') // 'off'
 */
export function nextPhase(phase: RangePhase, event: RangeEvent): RangePhase {
  if (event === 'stopped') return 'off';
  if (event === 'started') return 'armed';
  if (phase === 'off') return 'off';
  if (event === 'shot') return 'heard';
  return event === 'shown' ? 'ready' : 'armed';
}
