import { describe, expect, it } from 'vitest';
import { signUpProblem } from '#domain/accounts/sign-up.ts';
import { golferFormProblem } from '#domain/library/golfer.ts';
import { makeClip } from '#domain/video/clip.ts';
import {
  firstOutOfOrder,
  isFullyMarked,
  isInsideClip,
  markedCount,
  NO_ANNOTATIONS,
  onShownFrames,
  withPosition,
} from './swing.ts';

const clip = makeClip({ widthPx: 2, heightPx: 2, frameTimes: [0.5, 1, 1.5] });

describe('marking', () => {
  it('counts 0 as a marked time [S3.1]', () => {
    const marked = withPosition(NO_ANNOTATIONS, 'rest', 0);
    expect(markedCount(marked)).toBe(1);
    expect(isFullyMarked(marked)).toBe(false);
    expect(isFullyMarked({ restTime: 0, topTime: 1.2, strikeTime: 1.6 })).toBe(true);
  });

  it('clears a position with null', () => {
    expect(withPosition({ restTime: 0, topTime: 1, strikeTime: 2 }, 'top', null).topTime).toBeNull();
  });

  it.each([
    [{ restTime: 0, topTime: 1, strikeTime: 2 }, null],
    [{ restTime: null, topTime: 1, strikeTime: null }, null],
    [{ restTime: 1, topTime: 1, strikeTime: 2 }, ['rest', 'top']],
    [{ restTime: 0, topTime: 3, strikeTime: 2 }, ['top', 'strike']],
    [{ restTime: 3, topTime: null, strikeTime: 2 }, ['rest', 'strike']],
  ])('finds the first pair out of order in %o', (annotations, pair) => {
    expect(firstOutOfOrder(annotations)).toEqual(pair);
  });

  it('moves each mark to the frame on screen', () => {
    expect(onShownFrames(clip, { restTime: 0.7, topTime: 1.4999, strikeTime: null })).toEqual({
      restTime: 0.5,
      topTime: 1.5,
      strikeTime: null,
    });
  });

  it('tests whether a time is on the clip’s timeline', () => {
    expect([0.4, 0.5, 1.9, 2, 2.1].map((time) => isInsideClip(clip, time))).toEqual([false, true, true, true, false]);
  });
});

describe('the administrator’s form', () => {
  const annotations = { restTime: 0.1, topTime: 1, strikeTime: 1.3 };
  it.each([
    [{ name: ' ', hasVideo: true, annotations }, 'missing-fields'],
    [{ name: 'A', hasVideo: false, annotations }, 'missing-fields'],
    [{ name: 'A', hasVideo: true, annotations: { ...annotations, restTime: 0 } }, 'missing-annotations'],
    [{ name: 'A', hasVideo: true, annotations: { ...annotations, topTime: null } }, 'missing-annotations'],
    [{ name: 'A', hasVideo: true, annotations }, null],
  ])('refuses %o because of %s', (form, problem) => {
    expect(golferFormProblem(form)).toBe(problem);
  });
});

describe('the sign-up form', () => {
  const form = { email: 'a@b.example', username: 'a', password: 'long enough', confirmPassword: 'long enough' };
  it('accepts a filled form', () => expect(signUpProblem(form)).toBeNull());
  it.each(['email', 'username', 'password'] as const)('needs %s', (field) => {
    expect(signUpProblem({ ...form, [field]: '  ' })).toEqual({ problem: 'blank', field });
  });
  it('needs equal passwords', () => {
    expect(signUpProblem({ ...form, confirmPassword: 'other' })).toEqual({ problem: 'passwords-differ' });
  });
});
