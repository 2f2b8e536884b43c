import { describe, expect, it } from 'vitest';
import { createClickDetector, type RangeClick } from './clicks.ts';

const RATE = 48_000;

/** A generator of even noise between −1 and 1, the same in every run. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Club on ball: a burst that decays within 15 ms. */
function withClick(sound: Float32Array, at: number, loudness: number): Float32Array {
  const random = noise(7);
  const first = Math.round(at * RATE);
  for (let n = 0; n < 0.03 * RATE; n++) {
    const value = loudness * Math.exp(-n / (0.005 * RATE)) * (random() + Math.sin((2 * Math.PI * 3200 * n) / RATE));
    sound[first + n] = (sound[first + n] ?? 0) + value / 2;
  }
  return sound;
}

function quiet(seconds: number, loudness = 0.01): Float32Array {
  const random = noise(3);
  return Float32Array.from({ length: seconds * RATE }, () => loudness * random());
}

/** Listens in pieces of 128 samples, as an audio worklet does. */
function heardIn(sound: Float32Array): RangeClick[] {
  const { listen } = createClickDetector(RATE);
  const clicks: RangeClick[] = [];
  for (let at = 0; at < sound.length; at += 128) clicks.push(...listen(sound.subarray(at, at + 128)));
  return clicks;
}

describe('createClickDetector', () => {
  it('hears a strike within 5 ms', () => {
    for (const at of [1.2, 2.3456, 3.0071]) {
      const [click, ...others] = heardIn(withClick(quiet(5), at, 0.5));
      expect(Math.abs((click?.time ?? 0) - at)).toBeLessThan(0.005);
      expect(others).toEqual([]);
    }
  });

  it('adapts to the level of the place', () => {
    expect(heardIn(withClick(quiet(6, 0.002), 5, 0.03))).toHaveLength(1);
    expect(heardIn(withClick(quiet(6, 0.1), 5, 0.03))).toEqual([]);
    expect(heardIn(withClick(quiet(6, 0.1), 5, 1.5))).toHaveLength(1);
  });

  it('ignores talk, wind and digital silence', () => {
    const talk = quiet(8, 0.02).map((background, n) => {
      const t = n / RATE;
      const syllable = Math.max(0, Math.sin(2 * Math.PI * 3 * t)) ** 2;
      return background + 0.3 * syllable * (Math.sin(2 * Math.PI * 160 * t) + 0.3 * Math.sin(2 * Math.PI * 900 * t));
    });
    const random = noise(5);
    let slow = 0;
    const wind = Float32Array.from({ length: 8 * RATE }, (_, n) => {
      slow += 0.01 * (random() - slow);
      return 4 * slow * (1 + Math.sin((2 * Math.PI * n) / (2 * RATE)));
    });
    expect(heardIn(talk)).toEqual([]);
    expect(heardIn(wind)).toEqual([]);
    expect(heardIn(new Float32Array(4 * RATE))).toEqual([]);
  });

  it('hears two strikes as two, and the echo of one as the same', () => {
    expect(heardIn(withClick(withClick(quiet(6), 2, 0.5), 4, 0.4))).toHaveLength(2);
    expect(heardIn(withClick(withClick(quiet(6), 2, 0.5), 2.04, 0.3))).toHaveLength(1);
  });

  it('hears nothing two seconds after the microphone was muted, and hears again at the next sound', () => {
    const detector = createClickDetector(RATE);
    expect(detector.canHear()).toBe(false);
    const canHearAfter = (samples: Float32Array) => {
      detector.listen(samples);
      return detector.canHear();
    };
    expect(canHearAfter(quiet(1))).toBe(true);
    expect(canHearAfter(new Float32Array(1.9 * RATE))).toBe(true);
    expect(canHearAfter(new Float32Array(0.2 * RATE))).toBe(false);
    expect(canHearAfter(quiet(1))).toBe(true);
  });
});
