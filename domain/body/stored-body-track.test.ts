// A track survives being stored, and the reader rejects everything else.
import { describe, expect, test } from 'vitest';
import { drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { makeBodyTrack } from './body-track.ts';
import {
  MAX_STORED_SHAFTS,
  MAX_TRACK_FRAMES,
  readStoredBodyTrack,
  sentBodyTrack,
  storedBodyTrack,
} from './stored-body-track.ts';

const track = makeBodyTrack({
  ...drawnSwing(),
  frames: [...drawnSwing().frames.slice(0, 60), { frameIndex: 60, time: 2, body: null }],
  shafts: [
    {
      at: 'rest',
      time: 1,
      frameInterval: 1 / 60,
      grip: { xPx: 500, yPx: 450 },
      end: { xPx: 600, yPx: 700 },
      certainty: 0.5,
    },
  ],
  ball: { time: 1, xPx: 612.34, yPx: 702, certainty: 0.8 },
});
const stored = () => JSON.parse(JSON.stringify(storedBodyTrack(track)));

describe('a stored track', () => {
  test('is read back with all points rounded to a tenth of a pixel', () => {
    const read = readStoredBodyTrack(stored());
    expect(read?.frames).toHaveLength(61);
    expect(read?.frames[60]?.body).toBeNull();
    const [before, after] = [track.frames[40]?.body?.joints, read?.frames[40]?.body?.joints];
    expect(after?.leftWrist.xPx).toBeCloseTo(before?.leftWrist.xPx ?? 0, 1);
    expect(Math.abs((after?.rightToe.yPx ?? 0) - (before?.rightToe.yPx ?? 0))).toBeLessThan(0.051);
    expect(read?.shafts).toMatchObject([{ at: 'rest', end: { xPx: 600, yPx: 700 }, certainty: 0.5 }]);
    expect(read?.ball).toEqual({ time: 1, xPx: 612.3, yPx: 702, certainty: 0.8 });
    expect(read && storedBodyTrack(read)).toEqual(storedBodyTrack(track));
  });

  test('is frozen when it is read', () => {
    const read = readStoredBodyTrack(stored());
    expect([read, read?.frames, read?.frames[0]?.body?.joints.nose, read?.ball].every(Object.isFrozen)).toBe(true);
  });

  test('tells a ball that was not searched for from one that was not found', () => {
    const { ball: _, ...older } = stored();
    const read = readStoredBodyTrack(older);
    expect([read !== null, read?.ball]).toEqual([true, undefined]);
    expect(readStoredBodyTrack({ ...older, ball: null })?.ball).toBeNull();
    expect(storedBodyTrack(makeBodyTrack({ ...track, ball: null })).ball).toBeNull();
  });

  test('is sent as an earlier version reads it, without the shafts near level', () => {
    const [shaft] = track.shafts ?? [];
    if (!shaft) throw new Error('The track has no shaft');
    const level = makeBodyTrack({ ...track, shafts: [shaft, { ...shaft, at: 'club-back', time: 1.5 }] });
    expect(storedBodyTrack(level).shafts).toHaveLength(2);
    expect(sentBodyTrack(level)).toEqual(storedBodyTrack(track));
  });

  test('takes about 300 bytes a frame', () => {
    expect(JSON.stringify(stored()).length / 61).toBeLessThan(400);
  });
});

describe('an invalid stored track', () => {
  const changed = (change: (value: ReturnType<typeof stored>) => void) => {
    const value = stored();
    change(value);
    return value;
  };
  test.each<[string, unknown]>([
    ['nothing', null],
    ['a list', []],
    ['another version', changed((value) => Object.assign(value, { version: 2 }))],
    ['a picture without size', changed((value) => Object.assign(value, { widthPx: 0 }))],
    ['frames out of order', changed((value) => value.frames.reverse())],
    ['two frames at one time', changed((value) => Object.assign(value.frames[1], { time: 0 }))],
    ['a time that is no number', changed((value) => Object.assign(value.frames[0], { time: '0' }))],
    ['a negative index', changed((value) => Object.assign(value.frames[0], { frameIndex: -1 }))],
    ['a joint too few', changed((value) => value.frames[0].body.pop())],
    ['half a pixel', changed((value) => value.frames[0].body.splice(1, 1, 0.5))],
    ['a joint far away', changed((value) => value.frames[0].body.splice(1, 1, 1e6))],
    ['more than certain', changed((value) => value.frames[0].body.splice(3, 1, 101))],
    ['a shaft at no position', changed((value) => Object.assign(value.shafts[0], { at: 'finish' }))],
    ['a shaft without its end', changed((value) => value.shafts[0].line.splice(2, 2))],
    ['a shaft at a negative time', changed((value) => Object.assign(value.shafts[0], { time: -1 }))],
    [
      'too many shafts',
      changed((value) => Object.assign(value, { shafts: Array(MAX_STORED_SHAFTS + 1).fill(value.shafts[0]) })),
    ],
    ['shafts of another kind', changed((value) => Object.assign(value, { shafts: {} }))],
    ['a ball of another kind', changed((value) => Object.assign(value, { ball: [] }))],
    ['a ball without a time', changed((value) => Object.assign(value.ball, { time: undefined }))],
    ['a ball at a negative time', changed((value) => Object.assign(value.ball, { time: -1 }))],
    ['a ball far away', changed((value) => value.ball.place.splice(0, 1, 1e6))],
    ['a ball in half a pixel', changed((value) => value.ball.place.splice(1, 1, 0.5))],
    ['a ball that is more than certain', changed((value) => value.ball.place.splice(2, 1, 101))],
    ['a ball without its certainty', changed((value) => value.ball.place.pop())],
    ['a ball with a number too many', changed((value) => value.ball.place.push(1))],
    ['a body of another kind', changed((value) => Object.assign(value.frames[0], { body: {} }))],
    ['too many frames', changed((value) => Object.assign(value, { frames: Array(MAX_TRACK_FRAMES + 1).fill(null) }))],
  ])('%s', (_, value) => {
    expect(readStoredBodyTrack(value)).toBeNull();
  });
});
