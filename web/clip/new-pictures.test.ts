// Detects repeated frames in measurements of real footage, and none in footage without them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newPicturesPerSecond } from './new-pictures.ts';

/** Changes at even intervals. */
const at = (fps: number, changes: readonly number[]) => changes.map((change, index) => ({ time: index / fps, change }));
/** Every `every`-th frame is new; repeated frames change as compression changes them. */
const repeated = (every: number, moving: readonly number[]) =>
  moving.flatMap((change) => [...Array.from({ length: every - 1 }, (_, index) => 0.4 + 0.3 * (index % 3)), change]);

/** The changes of a swing: quick going back, still at the top, quicker coming down. */
const SWING = [3, 6, 10, 16, 22, 26, 25, 20, 14, 8, 4, 3, 6, 18, 40, 62, 70, 58, 44, 30];

describe('repeated frames', () => {
  it.each([
    [2, 30, 15],
    [3, 30, 10],
    [4, 30, 7.5],
    [6, 30, 5],
    [8, 60, 7.5],
    [10, 50, 5],
  ])('one new frame in %d at %d fps is %d per second', (every, fps, perSecond) => {
    expect(newPicturesPerSecond(at(fps, repeated(every, SWING)))).toBeCloseTo(perSecond, 6);
  });

  it('are detected when they are identical', () => {
    const changes = SWING.flatMap((change) => [0, 0, change]);
    expect(newPicturesPerSecond(at(30, changes))).toBeCloseTo(10, 6);
  });

  it('are detected when compression makes some look new', () => {
    // Measured on a clip of 5 new frames per second in 30 fps.
    const changes = [
      ...[0, 0, 1.2, 1.1, 0.5, 44.3, 0.3, 0.2, 0.1, 0.3, 0.9, 67.4, 0.4, 0.4, 0.9, 0.4],
      ...[0.5, 84.8, 0.3, 0.2, 0.2, 0.3, 1.3, 51.7, 0.3, 0.4, 0.9, 1.1, 3.8, 113.4, 0.3, 0.2],
    ];
    expect(newPicturesPerSecond(at(30, changes))).toBeCloseTo(5, 6);
  });
});

describe('nothing is reported', () => {
  it('for a swing with only new frames, however much or little it moves', () => {
    expect(newPicturesPerSecond(at(30, SWING))).toBeNull();
    expect(
      newPicturesPerSecond(
        at(
          240,
          SWING.flatMap((change) => Array<number>(8).fill(change / 8)),
        ),
      ),
    ).toBeNull();
  });

  it('for film at 24 fps in a clip of 30', () => {
    const changes = SWING.flatMap((change, index) => (index % 4 === 3 ? [change, 0.4] : [change]));
    expect(newPicturesPerSecond(at(30, changes))).toBeNull();
  });

  it('for a still picture, and for too few frames', () => {
    expect(newPicturesPerSecond(at(30, Array<number>(60).fill(0)))).toBeNull();
    expect(newPicturesPerSecond(at(30, repeated(3, [9, 9])))).toBeNull();
    expect(newPicturesPerSecond([])).toBeNull();
  });

  it('for a swing after a long still address, and one held at the top', () => {
    const address = Array<number>(40).fill(0.6);
    const held = [...SWING.slice(0, 11), ...Array<number>(10).fill(0.8), ...SWING.slice(11)];
    expect(newPicturesPerSecond(at(30, [...address, ...SWING]))).toBeNull();
    expect(newPicturesPerSecond(at(30, held))).toBeNull();
  });

  it('for noise, in a thousand series', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1, max: 3.9, noNaN: true }), { maxLength: 200 }), (changes) => {
        expect(newPicturesPerSecond(at(60, changes))).toBeNull();
      }),
      { seed: 62, numRuns: 1000 },
    );
  });
});
