// The body between the frames that were looked at, against swings drawn at a higher rate.
import { describe, expect, test } from 'vitest';
import { DRAWN_MARKS, drawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { distancePx, handsOf } from './body-geometry.ts';
import { bodyOverTime, handsLine, handsLines } from './body-over-time.ts';
import { type BodyTrack, makeBodyTrack } from './body-track.ts';

/** A track of fifteen pictures a second and what is really there at 120 a second. */
const SEEN = drawnSwing({}, { picturesPerSecond: 15 });
const REAL = drawnSwing({}, { picturesPerSecond: 120 });

function without(track: BodyTrack, isLost: (time: number) => boolean): BodyTrack {
  const frames = track.frames.map((frame) => (isLost(frame.time) ? { ...frame, body: null } : frame));
  return makeBodyTrack({ ...track, frames });
}

/** Every other frame's wrists are seen a little too low. */
const tremble = (frame: BodyTrack['frames'][number], index: number): BodyTrack['frames'][number] => {
  if (!frame.body || index % 2 === 0) return frame;
  const { leftWrist, rightWrist } = frame.body.joints;
  const lower = (joint: typeof leftWrist) => ({ ...joint, yPx: joint.yPx + 6 });
  const joints = { ...frame.body.joints, leftWrist: lower(leftWrist), rightWrist: lower(rightWrist) };
  return { ...frame, body: { ...frame.body, joints } };
};

describe('between two sampled frames', () => {
  test('the hands stay close to their arc, even in the downswing', () => {
    const bodyAt = bodyOverTime(SEEN);
    const far = REAL.frames.flatMap(({ time, body }) => {
      const seen = bodyAt(time);
      return seen && body ? [distancePx(handsOf(seen), handsOf(body))] : [];
    });
    expect(far.length).toBeGreaterThan(380);
    // Of a body that is 526 px tall.
    expect(Math.max(...far)).toBeLessThan(12);
  });

  test('a sampled frame is returned unchanged', () => {
    const [, second] = SEEN.frames;
    expect(bodyOverTime(SEEN)(second?.time ?? 0)).toBe(second?.body);
    expect(bodyOverTime(SEEN)((second?.time ?? 0) + 0.0004)).toBe(second?.body);
  });

  test('there is no body next to a frame without one, nor outside the track', () => {
    const bodyAt = bodyOverTime(without(SEEN, (time) => time > 0.99 && time < 1.01));
    expect([bodyAt(0.97), bodyAt(1), bodyAt(1.03)]).toEqual([null, null, null]);
    expect(bodyAt(0.9)).not.toBeNull();
    const last = SEEN.frames.at(-1)?.time ?? 0;
    expect([bodyAt(-0.1), bodyAt(last + 0.01)]).toEqual([null, null]);
  });

  test('there is no body in a gap of the track, nor in a track of fewer than two frames', () => {
    const gap = makeBodyTrack({ ...SEEN, frames: SEEN.frames.filter(({ time }) => time < 1 || time > 1.3) });
    expect(bodyOverTime(gap)(1.1)).toBeNull();
    const [first] = SEEN.frames;
    const single = bodyOverTime(makeBodyTrack({ ...SEEN, frames: first ? [first] : [] }));
    expect([single(0)?.certainty, single(0.1)]).toEqual([1, null]);
    expect(bodyOverTime(makeBodyTrack({ ...SEEN, frames: [] }))(0)).toBeNull();
  });
});

describe("the hands' line", () => {
  test('is one smooth line: the longest stretch, between the same ends, without the tremble of single frames', () => {
    const broken = without(SEEN, (time) => time > 0.2 && time < 0.25);
    const line = handsLine(broken);
    const longest = handsLines(broken).at(-1) ?? [];
    expect([line[0], line.at(-1), line.length]).toEqual([longest[0], longest.at(-1), longest.length]);
    const turns = (points: readonly { readonly xPx: number; readonly yPx: number }[]) =>
      points.slice(2).reduce((sum, { xPx, yPx }, index) => {
        const [a, b] = [points[index], points[index + 1]];
        return sum + Math.hypot(xPx - 2 * (b?.xPx ?? 0) + (a?.xPx ?? 0), yPx - 2 * (b?.yPx ?? 0) + (a?.yPx ?? 0));
      }, 0);
    const trembling = { ...broken, frames: broken.frames.map(tremble) };
    expect(turns(handsLine(trembling))).toBeLessThan(0.6 * turns(handsLines(trembling).at(-1) ?? []));
    expect(handsLine(makeBodyTrack({ ...SEEN, frames: [] }))).toEqual([]);
  });

  test('covers the whole track with four points per frame', () => {
    const lines = handsLines(SEEN);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toHaveLength((SEEN.frames.length - 1) * 4 + 1);
    const lowest = lines[0]?.filter(({ time }) => time > DRAWN_MARKS.topTime).toSorted((a, b) => b.yPx - a.yPx)[0];
    expect(Math.abs((lowest?.time ?? 0) - DRAWN_MARKS.strikeTime)).toBeLessThan(0.04);
  });

  test('ends where no body is detected, and is empty for hidden hands', () => {
    expect(handsLines(without(SEEN, (time) => time > 0.99 && time < 1.01))).toHaveLength(2);
    const { frames } = SEEN;
    const hidden = frames.map((frame) => ({ ...frame, body: drawnBody({ certainty: 0.4 }) }));
    expect(handsLines(makeBodyTrack({ ...SEEN, frames: hidden }))).toEqual([]);
  });
});
