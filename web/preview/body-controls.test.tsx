// The switch for body lines and what it says: how far the search is, what it asks, why there are no lines, what was seen.
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { DRAWN_MARKS, type DrawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { type BodyLook, NOT_LOOKED_AT } from '#web/body/clip-body.ts';
import type { SideBody } from '#web/body/use-bodies.ts';
import { BodyControls, SeenNote } from './body-controls.tsx';

const NAMES = { user: 'You', pro: 'Ada' };
const NONE: SideBody = { ...NOT_LOOKED_AT, clip: null, measured: null };
const at = (look: BodyLook): SideBody => ({ ...NONE, look });

function seen(of: string, body: DrawnBody): SideBody {
  const track = drawnSwing(body);
  const facts = { track, outlines: null };
  const clip = { of, source: of, annotations: DRAWN_MARKS, slowMotionFactor: 1 };
  const measured = { angles: bodyAngles(track, DRAWN_MARKS), annotations: DRAWN_MARKS };
  return { look: { stage: 'seen' }, facts, isComplete: true, said: {}, clip, measured };
}

function renderControls(user: BodyLook, pro: BodyLook, hasLines = true) {
  const [choose, onGiveUp] = [vi.fn(), vi.fn()];
  const choices = { ...AS_FILMED, hasBodyLines: hasLines, hasEvidence: false };
  const bodies = { user: at(user), pro: at(pro) };
  const wanted = hasLines ? 'bodies' : 'nothing';
  render(<BodyControls {...{ bodies, names: NAMES, wanted, choices, choose, onGiveUp }} drawn={[]} />);
  return { choices, choose, onGiveUp };
}

describe('the switch', () => {
  test('is off and shows no message until it is pressed', () => {
    const { choices, choose } = renderControls({ stage: 'none' }, { stage: 'none' }, false);
    const onOff = screen.getByRole('switch', { name: 'Body lines', checked: false });
    expect([screen.queryByRole('progressbar'), screen.getByRole('status').textContent]).toEqual([null, '']);
    fireEvent.click(onOff);
    expect(choose.mock.calls).toEqual([[{ ...choices, hasBodyLines: true }]]);
  });

  test('shows progress in numbers, for one clip after the other, and can be stopped', () => {
    const { onGiveUp } = renderControls({ stage: 'seen' }, { stage: 'looking', frames: 11, ofFrames: 40 });
    expect(screen.getByText('Ada: Looking at frame 12 of 40')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('64');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onGiveUp).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(screen.getByRole('switch', { name: 'Body lines' }));
  });

  test('shows how much of the model is downloaded', () => {
    renderControls({ stage: 'loading', loadedBytes: 3_200_000, totalBytes: 11_300_000 }, { stage: 'waiting' });
    expect(screen.getByText('Your swing: First use: loading 3.2 of 11.3 MB')).toBeTruthy();
  });

  test('asks first on a metered connection, with the size, and accepts a no', () => {
    const ask: BodyLook = { stage: 'ask-first', downloadBytes: 11_300_000 };
    const { onGiveUp } = renderControls(ask, ask);
    expect(screen.getByRole('alert').textContent).toContain('a download of 11.3 MB, once');
    expect(screen.getByRole('button', { name: 'Download it' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(onGiveUp).toHaveBeenCalledOnce();
  });

  test('explains in one sentence per clip why there are no lines', () => {
    renderControls({ stage: 'nobody' }, { stage: 'cannot-see', reason: 'no-decoder' });
    expect(screen.getByText('Your swing: No golfer was found in this video.')).toBeTruthy();
    expect(screen.getByText(/^Ada: This browser cannot decode this video/)).toBeTruthy();
  });
});

describe('a problem of the browser rather than of a clip', () => {
  test('is shown once, and a failed download can be retried', () => {
    const notLoaded: BodyLook = { stage: 'cannot-see', reason: 'not-loaded' };
    renderControls(notLoaded, notLoaded);
    expect(screen.getAllByText(/^Body tracking could not be loaded/)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  test('is not asked again when nothing would change', () => {
    const cannotRun: BodyLook = { stage: 'cannot-see', reason: 'cannot-run' };
    renderControls(cannotRun, cannotRun);
    expect(screen.getByText('This browser cannot track the golfer’s body. Everything else works.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('what was seen', () => {
  function Noted({ user, pro }: { user: SideBody; pro: SideBody }) {
    const [choices, setChoices] = useState(AS_FILMED);
    return (
      <>
        <SeenNote bodies={{ user, pro }} proName="Ada" choices={choices} choose={setChoices} golfersAt="/golfers" />
        <output>{choices.pro.isMirrored ? 'mirrored' : 'as filmed'}</output>
      </>
    );
  }

  test('is not shown before it is known', () => {
    render(<Noted user={NONE} pro={seen('pro', {})} />);
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('is one line, and one press mirrors a pro who plays with the other hand', () => {
    render(<Noted user={seen('user', {})} pro={seen('pro', { hand: 'left' })} />);
    expect(screen.getByRole('combobox', { name: 'Change how you were filmed' }).textContent).toBe(
      'Face-on, right-handed',
    );
    expect(screen.getByText('Ada is shown left-handed.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Mirror the pro' }));
    expect(screen.getByRole('status').textContent).toBe('mirrored');
    expect(screen.queryByText('Ada is shown left-handed.')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
  });

  test('mentions a view that differs from the pro’s, since the angles cannot be compared', () => {
    render(<Noted user={seen('user', { view: 'down-the-line' })} pro={seen('pro', {})} />);
    expect(screen.getByText('Ada is filmed face-on: the angles cannot be compared.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mirror the pro' })).toBeNull();
  });
});
