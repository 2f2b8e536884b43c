// Finds clicks in a clip's sound, and the click of a strike: club on ball is a click of 1 to 8 kHz that rises within
// milliseconds. Sound alone never places a strike: it can be dubbed, delayed or someone else's.
import type { HandsSwing } from './hands-swings.ts';

/** A stretch of sound, mono. */
export interface Sound {
  /** The time of the first sample on the clip's timeline. */
  readonly from: number;
  readonly samplesPerSecond: number;
  readonly samples: Float32Array;
}

/** A sudden sound. */
export interface Click {
  /** In seconds on the clip's shown timeline. */
  readonly time: number;
  /** Loudness, above 0; comparable only within the same clip. */
  readonly energy: number;
}

const LOW_HZ = 1000;
const HIGH_HZ = 8000;
const HOP = 0.004;
/** The hops before a click for comparison, and the one just before it in which the click may have begun. */
const QUIET_HOPS = 25;
/** A smaller rise is as likely to be speech, wind or a step. */
const MIN_RISE = 8;
/** Two clicks closer than this, in seconds, are the same click. */
const APART = 0.06;
/** A sound this many times louder is a separate click and replaces the one just before it. */
const MUCH_LOUDER = 4;
/** Prevents the faintest noise after digital silence from counting as a click. */
const MIN_ENERGY = 1e-7;

/** The sudden sounds, in order of time. */
export function clicksIn(sound: Sound): Click[] {
  const energies = hopEnergies(sound);
  const found: Click[] = [];
  for (let hop = 2; hop < energies.length; hop++) {
    const energy = energies[hop] ?? 0;
    const quiet = energies.slice(Math.max(0, hop - 1 - QUIET_HOPS), hop - 1);
    const before = quiet.reduce((sum, value) => sum + value, 0) / quiet.length;
    if (energy / (before + MIN_ENERGY) < MIN_RISE) continue;
    // Use the beginning of the click, not its loudest moment: the previous hop may hold its first part.
    const startsBefore = (energies[hop - 1] ?? 0) > 0.1 * energy;
    const time = sound.from + (hop - (startsBefore ? 1 : 0)) * HOP;
    const last = found.at(-1);
    if (!last || time - last.time > APART) found.push({ time, energy });
    else if (energy > MUCH_LOUDER * last.energy) found[found.length - 1] = { time, energy };
    else if (energy > last.energy) found[found.length - 1] = { ...last, energy };
  }
  return found;
}

function hopEnergies(sound: Sound): Float32Array {
  const filtered = bandPass(sound);
  const hop = Math.max(1, Math.round(sound.samplesPerSecond * HOP));
  const energies = new Float32Array(Math.floor(filtered.length / hop));
  for (let index = 0; index < energies.length; index++) {
    let sum = 0;
    for (let at = index * hop; at < (index + 1) * hop; at++) sum += (filtered[at] ?? 0) ** 2;
    energies[index] = sum / hop;
  }
  return energies;
}

/** Two first-order filters in series: enough to remove wind and hum. */
function bandPass({ samples, samplesPerSecond }: Sound): Float32Array {
  const keep = Math.exp((-2 * Math.PI * LOW_HZ) / samplesPerSecond);
  const pass = 1 - Math.exp((-2 * Math.PI * Math.min(HIGH_HZ, samplesPerSecond / 2.2)) / samplesPerSecond);
  const out = new Float32Array(samples.length);
  let [slow, smooth] = [0, 0];
  for (let at = 0; at < samples.length; at++) {
    const sample = samples[at] ?? 0;
    slow = keep * slow + (1 - keep) * sample;
    smooth += pass * (sample - slow - smooth);
    out[at] = smooth;
  }
  return out;
}

/** Delay of the strike's sound at a camera three to five meters away, in seconds. */
const SOUND_DELAY = 0.012;
/** Standard deviation of the time between a click and the strike, in seconds. */
const CLICK_SPREAD = 0.025;
/** Maximum downswing in real time, in seconds. In slow motion the sound is stretched, dubbed or missing, and is ignored. */
const MAX_REAL_DOWNSWING = 0.6;
/** Clicks are compared within this many seconds plus one downswing. */
const CLICK_NEAR = 0.3;

/** The evidence of clicks for a time, 0 to 1. */
export function clickAt(
  clicks: readonly Click[],
  { strikeTime, downswing }: Pick<HandsSwing, 'strikeTime' | 'downswing'>,
): (time: number) => number {
  if (downswing > MAX_REAL_DOWNSWING) return () => 0;
  const near = clicks.filter(({ time }) => Math.abs(time - strikeTime) < downswing + CLICK_NEAR);
  const loudest = Math.max(...near.map(({ energy }) => energy));
  return (time) =>
    near.reduce((most, click) => {
      const away = (time - (click.time - SOUND_DELAY)) / CLICK_SPREAD;
      return Math.max(most, (click.energy / loudest) * Math.exp(-0.5 * away ** 2));
    }, 0);
}

/**
 * The strike according to the loudest click within a distance of a swing's strike; null without a click and in slow
 * motion.
 */
export function clickTimeNear(
  clicks: readonly Click[],
  { strikeTime, downswing }: Pick<HandsSwing, 'strikeTime' | 'downswing'>,
  distance: number,
): number | null {
  if (downswing > MAX_REAL_DOWNSWING) return null;
  const near = clicks.filter(({ time }) => Math.abs(time - SOUND_DELAY - strikeTime) <= distance);
  const [loudest] = near.toSorted((a, b) => b.energy - a.energy);
  return loudest ? loudest.time - SOUND_DELAY : null;
}

/** As `MAX_REAL_DOWNSWING`, for a downswing measured by motion alone. */
const MAX_REAL_DOWNSWING_IN_MOTION = 0.55;
/** How far, in seconds, a click may be from the strike in the picture to count as its sound. */
const CLICK_EARLY = 0.07;
const CLICK_LATE = 0.08;

/**
 * The strike by its click, for a swing found by motion alone: the click has to be the loudest around the strike, and close
 * to it. Null without one and in slow motion.
 */
export function clickedStrike(
  clicks: readonly Click[],
  { top, strike }: Readonly<Record<'top' | 'strike', number>>,
): number | null {
  const downswing = strike - top;
  if (downswing > MAX_REAL_DOWNSWING_IN_MOTION) return null;
  const around = clicks.filter(({ time }) => time > strike - downswing && time < strike + downswing);
  const [loudest] = around.toSorted((a, b) => b.energy - a.energy);
  if (!loudest) return null;
  const late = loudest.time - strike;
  return late >= -CLICK_EARLY && late <= CLICK_LATE ? loudest.time - SOUND_DELAY : null;
}
