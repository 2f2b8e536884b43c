import { describe, expect, it } from 'vitest';
import { createClockMatch } from './clock-match.ts';
import { nextPhase } from './range-session.ts';
import { cutBounds, FOLLOW_THROUGH, isKnown, type LiveSwing, shotAt, silentSwing, soundDelay } from './shots.ts';

const SWING: LiveSwing = { restTime: 8.9, topTime: 9.72, strikeTime: 10, confidence: 0.8 };
const clickAt = (time: number) => ({ time, rise: 30, energy: 1 });

describe('shotAt', () => {
  it('is the swing whose strike is seen when the click is heard', () => {
    expect(shotAt(clickAt(10.03), [SWING])).toMatchObject({ kind: 'shot', isHeard: true, topTime: 9.72 });
    expect(shotAt(clickAt(10.032), [SWING])?.strikeTime).toBe(10);
  });

  it('is nothing for a neighbor’s strike, a clap or talk', () => {
    expect(shotAt(clickAt(9.6), [SWING])).toBeNull();
    expect(shotAt(clickAt(10.4), [SWING])).toBeNull();
    expect(shotAt(clickAt(10), [])).toBeNull();
  });

  it('learns how late the sound of this phone comes', () => {
    const late = soundDelay([0.16, 0.16, 0.16]);
    expect(shotAt(clickAt(10.18), [SWING], late)?.strikeTime).toBeCloseTo(10.01, 9);
    expect(shotAt(clickAt(10.02), [SWING], late)).toBeNull();
    expect(shotAt(clickAt(10.2), [SWING])?.strikeTime).toBe(10);
  });

  it('allows more where the strikes in the picture spread', () => {
    const spread = soundDelay([0.02, 0.19, 0.19]);
    expect(shotAt(clickAt(10.02), [SWING], spread)).not.toBeNull();
    expect(spread.tolerance).toBeLessThan(soundDelay([]).tolerance);
  });

  it('needs a swing of confidence, with the downswing of a human', () => {
    expect(shotAt(clickAt(10), [{ ...SWING, confidence: 0.2 }])).toBeNull();
    expect(shotAt(clickAt(10), [{ ...SWING, topTime: 9.1 }])).toBeNull();
    expect(shotAt(clickAt(10), [{ ...SWING, topTime: 9.95 }])).toBeNull();
  });

  it('needs a surer swing the farther the click is from it', () => {
    const known = soundDelay([0.06, 0.06, 0.06]);
    const at = (off: number, confidence: number) => shotAt(clickAt(10.06 + off), [{ ...SWING, confidence }], known);
    expect(at(0, 0.25)).not.toBeNull();
    expect(at(0.06, 0.25)).toBeNull();
    expect(at(0.06, 0.4)).not.toBeNull();
    expect(at(0.09, 1)).toBeNull();
  });

  it('takes the surest of two swings', () => {
    const other = { ...SWING, restTime: 8.5, confidence: 0.9 };
    expect(shotAt(clickAt(10), [SWING, other])?.restTime).toBe(8.5);
  });
});

describe('silentSwing', () => {
  it('is a practice swing while the microphone hears, else a shot', () => {
    expect(silentSwing([SWING], { now: 11, canHear: true })).toMatchObject({ kind: 'practice', isHeard: false });
    expect(silentSwing([SWING], { now: 11, canHear: false })).toMatchObject({ kind: 'shot', isHeard: false });
  });

  it('waits until its click could have been heard, and needs more confidence', () => {
    expect(silentSwing([SWING], { now: 10.3, canHear: true })).toBeNull();
    expect(silentSwing([{ ...SWING, confidence: 0.6 }], { now: 11, canHear: true })).toBeNull();
  });
});

describe('the session of one golfer', () => {
  it('counts no strike twice', () => {
    expect(isKnown([10, 20], 10.9)).toBe(true);
    expect(isKnown([10, 20], 13)).toBe(false);
  });

  it('cuts the whole swing with its follow-through, but no endless address', () => {
    expect(cutBounds(SWING)).toEqual({ from: 10 - 3.2, to: 10 + FOLLOW_THROUGH });
    expect(cutBounds({ restTime: 6.5, strikeTime: 10 }).from).toBe(5.5);
    expect(cutBounds({ restTime: 1, strikeTime: 10 }).from).toBe(4);
  });

  it('is armed again when a clip could not be cut', () => {
    expect(nextPhase('heard', 'not-cut')).toBe('armed');
    expect(nextPhase('heard', 'shown')).toBe('ready');
    expect(nextPhase('ready', 'cleared')).toBe('armed');
    expect(nextPhase('ready', 'stopped')).toBe('off');
    expect(nextPhase('off', 'shown')).toBe('off');
  });
});

describe('createClockMatch', () => {
  it('trusts the message that came soonest, and follows a clock that drifts', () => {
    const clock = createClockMatch(10);
    expect(clock.toReceiver(1)).toBeNull();
    for (const [sent, late] of [
      [1, 0.03],
      [2, 0.004],
      [3, 0.2],
    ] as const)
      clock.note(sent, 50 + sent + late);
    expect(clock.toReceiver(4)).toBeCloseTo(54.004, 9);
    expect(clock.toSender(54.004)).toBeCloseTo(4, 9);
    for (let sent = 4; sent < 20; sent++) clock.note(sent, 50.05 + sent);
    expect(clock.toReceiver(20)).toBeCloseTo(70.05, 9);
  });
});
