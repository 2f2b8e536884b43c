// Onsets in a clip's sound: club on ball is a click of 1 to 8 kHz that rises within milliseconds. Whether an onset is
// the strike is decided elsewhere: sound can be dubbed, delayed or someone else's.

/** A stretch of sound, mono. */
export interface Sound {
  /** The time of the first sample on the clip's timeline. */
  readonly from: number;
  readonly samplesPerSecond: number;
  readonly samples: Float32Array;
}

/** One sudden sound. */
export interface SoundOnset {
  readonly time: number;
  /** How many times louder it is than the tenth of a second before it. */
  readonly rise: number;
  /** Its energy, to compare onsets of one clip. */
  readonly energy: number;
}

const LOW_HZ = 1000;
const HIGH_HZ = 8000;
const HOP = 0.004;
/** The hops before an onset for comparison, and the one just before it in which the onset may have begun. */
const QUIET_HOPS = 25;
/** A smaller rise is as likely to be speech, wind or a step. */
const MIN_RISE = 8;
/** Two onsets closer than this, in seconds, are the same onset. */
const APART = 0.06;
/** A sound this many times louder is a separate onset and replaces the one just before it. */
const MUCH_LOUDER = 4;
/** Prevents the faintest noise after digital silence from counting as a click. */
const MIN_ENERGY = 1e-7;

/** The sudden sounds, in order of time. */
export function soundOnsets(sound: Sound): SoundOnset[] {
  const energies = hopEnergies(sound);
  const found: SoundOnset[] = [];
  for (let hop = 2; hop < energies.length; hop++) {
    const energy = energies[hop] ?? 0;
    const quiet = energies.slice(Math.max(0, hop - 1 - QUIET_HOPS), hop - 1);
    const before = quiet.reduce((sum, value) => sum + value, 0) / quiet.length;
    const rise = energy / (before + MIN_ENERGY);
    if (rise < MIN_RISE) continue;
    // Use the beginning of the click, not its loudest moment: the previous hop may hold its first part.
    const startsBefore = (energies[hop - 1] ?? 0) > 0.1 * energy;
    const time = sound.from + (hop - (startsBefore ? 1 : 0)) * HOP;
    const last = found.at(-1);
    if (!last || time - last.time > APART) found.push({ time, rise, energy });
    else if (energy > MUCH_LOUDER * last.energy) found[found.length - 1] = { time, rise, energy };
    else if (energy > last.energy) found[found.length - 1] = { ...last, rise: Math.max(rise, last.rise), energy };
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
