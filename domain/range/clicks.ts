// Detects clicks in live sound: club on ball is a burst of 1 to 8 kHz that rises within milliseconds. The level adapts to
// the place: a click has to rise above the last tenth of a second and above the last seconds.

/** One click. */
export interface RangeClick {
  /** When it begins, in seconds since the first sample. */
  readonly time: number;
  /** How many times louder it is than the sound before it. */
  readonly rise: number;
  /** Its energy, to compare clicks of one place. */
  readonly energy: number;
}

/** Takes the sound piece by piece and returns the clicks that are complete. */
interface ClickDetector {
  readonly listen: (samples: Float32Array) => readonly RangeClick[];
  /** Whether the microphone delivers sound: a muted one delivers only zeros. */
  readonly canHear: () => boolean;
}

/** A microphone that delivers only zeros for this long is muted, in seconds. */
const MUTED_AFTER = 2;

const LOW_HZ = 1000;
const HIGH_HZ = 8000;
/** The resolution of a click's time, in seconds. */
const HOP = 0.002;
/** The hops just before a click with which it is compared: a tenth of a second. */
const QUIET_HOPS = 50;
/** Minimum rise above the last tenth of a second. Speech, wind and steps stay below it. */
const MIN_RISE = 8;
/** Minimum rise above the level of the last seconds: a range full of noise is no reason for a click. */
const MIN_RISE_ABOVE_LEVEL = 12;
/** Minimum rise within {@link ATTACK_HOPS}: syllables and gusts swell more slowly. */
const MIN_ATTACK = 5;
const ATTACK_HOPS = 4;
/** How fast the level follows the sound: half of a change within about two seconds. */
const LEVEL_SECONDS = 3;
/** Prevents the faintest noise after digital silence from counting as a click. */
const MIN_ENERGY = 2e-7;
/** Onsets closer than this, in seconds, belong to one click. */
const APART = 0.06;
/** A sound this many times louder is the click itself and replaces the onset just before it. */
const MUCH_LOUDER = 4;

/** Creates a detector for sound of one channel. */
export function createClickDetector(samplesPerSecond: number): ClickDetector {
  const keep = Math.exp((-2 * Math.PI * LOW_HZ) / samplesPerSecond);
  const pass = 1 - Math.exp((-2 * Math.PI * Math.min(HIGH_HZ, samplesPerSecond / 2.2)) / samplesPerSecond);
  const hopSamples = Math.max(1, Math.round(samplesPerSecond * HOP));
  const hopSeconds = hopSamples / samplesPerSecond;
  const follow = 1 - Math.exp(-hopSeconds / LEVEL_SECONDS);
  const recent = new Float32Array(QUIET_HOPS + 1);
  let [slow, smooth] = [0, 0];
  let [sum, inHop, hop] = [0, 0, 0];
  let level = 0;
  let pending: RangeClick | null = null;
  let silentSamples = Number.POSITIVE_INFINITY;

  /** Takes the energy of the next hop; returns a click that is complete. */
  function take(energy: number): RangeClick | null {
    const time = hop * hopSeconds;
    const before = quietBefore(recent, hop);
    const rise = energy / (before + MIN_ENERGY);
    const justBefore = recent[(hop - ATTACK_HOPS + recent.length) % recent.length] ?? 0;
    const isSudden = rise >= MIN_RISE && energy >= MIN_ATTACK * justBefore;
    const isHeard = hop > QUIET_HOPS && isSudden && energy >= MIN_RISE_ABOVE_LEVEL * level + MIN_ENERGY;
    const previous = recent[(hop - 1 + recent.length) % recent.length] ?? 0;
    recent[hop % recent.length] = energy;
    // Clicks themselves barely raise the level.
    level += follow * (Math.min(energy, 4 * level + MIN_ENERGY) - level);
    hop++;
    let complete: RangeClick | null = null;
    if (pending && time - pending.time > APART) {
      complete = pending;
      pending = null;
    }
    if (isHeard) {
      // The hop before may hold the first part of the click.
      const click = { time: time - (previous > 0.1 * energy ? hopSeconds : 0), rise, energy };
      if (!pending || energy > MUCH_LOUDER * pending.energy) pending = click;
      else if (energy > pending.energy) pending = { ...pending, rise: Math.max(rise, pending.rise), energy };
    }
    return complete;
  }

  return {
    listen(samples) {
      const clicks: RangeClick[] = [];
      for (const sample of samples) {
        silentSamples = sample === 0 ? silentSamples + 1 : 0;
        // Two first-order filters in series remove wind and hum.
        slow = keep * slow + (1 - keep) * sample;
        smooth += pass * (sample - slow - smooth);
        sum += smooth * smooth;
        if (++inHop < hopSamples) continue;
        const click = take(sum / hopSamples);
        if (click) clicks.push(click);
        [sum, inHop] = [0, 0];
      }
      return clicks;
    },
    canHear: () => silentSamples < MUTED_AFTER * samplesPerSecond,
  };
}

/** The mean energy of the hops before this one, leaving out the previous hop, in which the click may have begun. */
function quietBefore(recent: Float32Array, hop: number): number {
  let sum = 0;
  for (let back = 2; back <= QUIET_HOPS; back++) sum += recent[(hop - back + recent.length * 2) % recent.length] ?? 0;
  return sum / (QUIET_HOPS - 1);
}
