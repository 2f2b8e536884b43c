// The complete search by body, motion and sound, on synthetic swings with known positions: one test per difficulty of
// real clips.
import { describe, expect, test } from 'vitest';
import { drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { lookedAt, type SeenSwing, seenSwing } from '#tests/fixtures/seen-swing.ts';
import { certaintyOf, type SeenClip, swingsInBody } from './swings-in-body.ts';

/** In seconds of real time: the frames of 30 fps that count as correct, and half a frame for rounding. */
const TOLERANCES = { rest: 4.5 / 30, top: 2.5 / 30, strike: 1.5 / 30 };
const EVERY_POSITION = ['rest', 'top', 'strike'] as const;

function expectFound(swing: SeenSwing, positions: readonly (typeof EVERY_POSITION)[number][] = EVERY_POSITION) {
  const { clip, marks } = seenSwing(swing);
  const [found] = swingsInBody(clip);
  for (const position of positions) {
    const offset = ((found?.moments[position].time ?? -9) - marks[position]) / (swing.slowMotionFactor ?? 1);
    expect(Math.abs(offset), position).toBeLessThan(TOLERANCES[position]);
  }
  return found;
}

describe('the positions are found', () => {
  test.each([
    ['face-on', 'right'],
    ['face-on', 'left'],
    ['down-the-line', 'right'],
  ] as const)('%s, %s-handed', (view, hand) => {
    expectFound({ body: { view, hand } });
  });

  test.each([2, 4, 8])('in slow motion, %i times slower', (slowMotionFactor) => {
    expectFound({ slowMotionFactor });
  });

  test('in a clip with repeated frames, on the first frame of each picture', () => {
    const found = expectFound({ slowMotionFactor: 6, shownTimes: 5 });
    for (const { time } of Object.values(found?.moments ?? {})) expect(Math.round(time * 30) % 5).toBe(0);
  });

  test('after a long wait with waggles', () => {
    expectFound({ wait: 10, waggles: true });
  });

  test('despite a drifting camera', () => {
    expectFound({ driftPx: 150 });
  });

  test('in a clip that begins in the takeaway, with the rest in its first frames', () => {
    const found = expectFound({ cutAway: 1.1 }, ['top', 'strike']);
    expect(found?.moments.rest.time).toBeLessThan(0.1);
    expect(found?.moments.rest.certainty).toBe('check');
  });

  test('in the frames that the product samples', () => {
    const { clip, marks } = seenSwing({ framesPerSecond: 60 });
    const [found] = swingsInBody(lookedAt(clip, 2));
    expect(Math.abs((found?.moments.strike.time ?? 0) - marks.strike)).toBeLessThan(TOLERANCES.strike);
  });
});

describe('a position', () => {
  test('lies on a shown frame, inside its range', () => {
    const { clip } = seenSwing();
    const times = clip.track.frames.map(({ time }) => time);
    for (const { time, range } of Object.values(swingsInBody(clip)[0]?.moments ?? {})) {
      expect(times).toContain(time);
      expect(range?.from).toBeLessThanOrEqual(time);
      expect(range?.to).toBeGreaterThanOrEqual(time);
    }
  });

  test('follows a nearby click, but not one that was dubbed elsewhere', () => {
    const { clip, marks } = seenSwing({ framesPerSecond: 60 });
    const strikeWith = (time: number) => swingsInBody({ ...clip, clicks: [{ time, energy: 1 }] })[0]?.moments.strike;
    const silent = swingsInBody(clip)[0]?.moments.strike;
    const heard = strikeWith(marks.strike + 0.012);
    expect(heard?.certainty).toBe('heard');
    expect(heard?.confidence).toBeGreaterThan(silent?.confidence ?? 1);
    expect(strikeWith(marks.strike + 0.5)).toEqual(silent);
  });

  test('has to be checked when picture and hands are inconclusive', () => {
    const { clip } = seenSwing({ framesPerSecond: 120 });
    const still = clip.motions.map((motion) => ({ ...motion, cells: new Float32Array(motion.cells.length) }));
    expect(swingsInBody({ ...clip, motions: still })[0]?.moments.rest.certainty).toBe('check');
  });
});

describe('the rest has to be checked', () => {
  test('in slow motion where the same confidence is enough in real time', () => {
    expect([0.25, 0.5, 0.6, 2].map((downswing) => certaintyOf('rest', 0.8, downswing))).toEqual([
      ...['sure', 'sure', 'check', 'check'],
    ]);
    expect(certaintyOf('rest', 0.9, 2)).toBe('sure');
    expect(certaintyOf('strike', 0.75, 2)).toBe('sure');
  });

  test('where the backswing is longer than in any swing', () => {
    const { clip } = seenSwing({ framesPerSecond: 60 });
    const withBackswingLongerBy = (seconds: number) => {
      const shown = (time: number) => time + seconds * Math.min(1, Math.max(0, (time - 1) / 0.8));
      const frames = clip.track.frames.map((frame) => ({ ...frame, time: shown(frame.time) }));
      const motions = clip.motions.map((motion) => ({
        ...motion,
        time: shown(motion.time),
        endTime: shown(motion.endTime),
      }));
      const [swing] = swingsInBody({
        ...clip,
        track: { ...clip.track, frames },
        motions,
        frameTimes: clip.frameTimes.map(shown),
      });
      return swing?.moments.rest;
    };
    expect(withBackswingLongerBy(1)?.certainty).toBe('sure');
    const rest = withBackswingLongerBy(1.3);
    expect(certaintyOf('rest', rest?.confidence ?? 0, 0.3)).toBe('sure');
    expect(rest?.certainty).toBe('check');
  });
});

describe('several swings', () => {
  test('are all offered, the audible one first', () => {
    const first = seenSwing();
    const length = 4;
    const later = <T extends { readonly time: number }>(one: T): T => ({ ...one, time: one.time + length });
    const { frames } = first.clip.track;
    const second = frames.map((frame) => ({ ...later(frame), frameIndex: frame.frameIndex + length * 30 }));
    const motions = first.clip.motions.map((motion) => ({ ...later(motion), endTime: motion.endTime + length }));
    const clip: SeenClip = {
      ...first.clip,
      track: { ...first.clip.track, frames: [...frames, ...second] },
      motions: [...first.clip.motions, ...motions],
      frameTimes: [...first.clip.frameTimes, ...first.clip.frameTimes.map((time) => time + length)],
    };
    const strikes = (clicks: SeenClip['clicks']) =>
      swingsInBody({ ...clip, clicks }).map(({ moments }) => Math.round(moments.strike.time));
    // A practice swing comes before the real one.
    expect(strikes([])).toEqual([6, 2]);
    expect(strikes([{ time: first.marks.strike + 0.012, energy: 1 }])).toEqual([2, 6]);
  });
});

describe('nothing is proposed', () => {
  const asClip = (track: SeenClip['track']): SeenClip => ({ ...seenSwing().clip, track });

  test('without a detected body, however much moves', () => {
    expect(swingsInBody(asClip({ widthPx: 1000, heightPx: 1000, frames: [] }))).toEqual([]);
  });

  test('for a person who walks by with raised hands', () => {
    expect(swingsInBody(asClip(drawnSwing({}, { hipsPx: (time) => 300 * time })))).toEqual([]);
  });

  test('for hands that swing like a pendulum, without a rest or a slower backswing', () => {
    const { track } = seenSwing().clip;
    const downswing = track.frames.filter(({ time }) => time >= 1.8 && time < 2.4);
    const frames = Array.from({ length: 5 }, (_, period) =>
      downswing.map((frame, index) => ({
        ...frame,
        frameIndex: period * 18 + index,
        time: (period * 18 + index) / 30,
      })),
    ).flat();
    expect(swingsInBody(asClip({ ...track, frames }))).toEqual([]);
  });

  test('for a swing that ends before the strike', () => {
    const { track } = seenSwing().clip;
    expect(swingsInBody(asClip({ ...track, frames: track.frames.filter(({ time }) => time < 2) }))).toEqual([]);
  });
});
