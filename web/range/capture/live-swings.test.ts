// The live search on drawn swings, whose moments are known exactly.
import { describe, expect, it } from 'vitest';
import { syntheticFrames } from '#tests/fixtures/synthetic-swing.ts';
import { createLiveSwings } from './live-swings.ts';

const SWING = { rest: 3, top: 3.8, strike: 4.07, length: 8, framesPerSecond: 30 };
const STILL = { rest: 90, top: 91, strike: 92, length: 8, framesPerSecond: 30 };
const FRAME = 1 / 30;

/** The swings that the search finds, and when it reports them. */
function watch(swing: typeof SWING, clickTimes: readonly number[], { canHear = true, soundLate = 0 } = {}) {
  const live = createLiveSwings();
  const waiting = [...clickTimes];
  return syntheticFrames(swing).flatMap((frame) => {
    live.see(frame);
    const heardUntil = frame.time - soundLate;
    while ((waiting[0] ?? Number.POSITIVE_INFINITY) < heardUntil)
      live.hear({ time: waiting.shift() ?? 0, rise: 30, energy: 1 });
    return live.judge({ canHear, heardUntil }).map((shot) => ({ ...shot, after: frame.time - shot.strikeTime }));
  });
}

describe('createLiveSwings', () => {
  it('recognizes a shot within 0.6 s of its click, with all positions', () => {
    const [shot, ...others] = watch(SWING, [4.08]);
    expect(others).toEqual([]);
    expect(shot).toMatchObject({ kind: 'shot', isHeard: true });
    expect(shot?.after).toBeLessThan(0.6);
    expect(Math.abs((shot?.strikeTime ?? 0) - SWING.strike)).toBeLessThan(1.5 * FRAME);
    expect(Math.abs((shot?.topTime ?? 0) - SWING.top)).toBeLessThan(2 * FRAME);
    expect(Math.abs((shot?.restTime ?? 0) - SWING.rest)).toBeLessThan(5 * FRAME);
  });

  it('lists a swing without a click as practice, or as a shot while nothing can be heard', () => {
    expect(watch(SWING, []).map(({ kind }) => kind)).toEqual(['practice']);
    expect(watch(SWING, [], { canHear: false }).map(({ kind }) => kind)).toEqual(['shot']);
  });

  it('waits for sound that comes late, but not for sound that never comes', () => {
    expect(watch(SWING, [4.08], { soundLate: 2 }).map(({ kind }) => kind)).toEqual(['shot']);
    expect(watch(SWING, [], { soundLate: 100 }).map(({ kind }) => kind)).toEqual(['practice']);
  });

  it('does not take a backswing for a practice swing when its shot is heard', () => {
    const slow = { ...SWING, top: 4.3, strike: 4.75, length: 9 };
    expect(watch(slow, [4.8]).map(({ kind }) => kind)).toEqual(['shot']);
  });

  it('finds a practice swing after a shot', () => {
    const live = createLiveSwings();
    const frames = syntheticFrames(SWING);
    const again = frames.map((frame) => ({ ...frame, time: frame.time + SWING.length + 1 / SWING.framesPerSecond }));
    const kinds = [...frames, ...again].flatMap((frame, at) => {
      live.see(frame);
      if (at === Math.round(4.08 * SWING.framesPerSecond)) live.hear({ time: 4.08, rise: 30, energy: 1 });
      return live.judge({ canHear: true, heardUntil: frame.time }).map(({ kind }) => kind);
    });
    expect(kinds).toEqual(['shot', 'practice']);
  });

  it('ignores a neighbor’s strikes while the golfer stands still', () => {
    expect(watch(STILL, [1, 3.2, 5.5])).toEqual([]);
  });

  it('counts a shot once, whatever else clicks around it', () => {
    expect(watch(SWING, [3.4, 4.08, 4.3, 5.1]).map(({ kind }) => kind)).toEqual(['shot']);
  });
});
