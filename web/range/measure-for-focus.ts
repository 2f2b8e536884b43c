// Measures a session's shots for the golfer's focus, tells the result of each at once, and gives a verdict over every full set.
import { bodyAngles } from '#domain/body/body-angles.ts';
import { type Focus, type FocusShot, focusShot, retestOf, shotOutcome, withSet } from '#domain/focus/focus.ts';
import { type MeasuredValue, type Retest, SHOTS_PER_RETEST } from '#domain/focus/retest.ts';
import { shotPose } from '#domain/focus/shots-picture.ts';
import { currentFocus, keepFocus } from '#web/kept/kept-focus.ts';
import { currentHeightCm } from '#web/preview/golfer-height.tsx';
import { retestText, shotText } from '#web/words/focus-words.ts';
import type { Tone } from './capture/capture.ts';
import type { SeenAtPositions } from './find-positions.ts';
import type { RangeSwing } from './range-swing.ts';
import { sayAloud } from './say-aloud.ts';

/** How results are told. Without a voice, `voice` is told by tones. */
export type RangeSound = 'voice' | 'tones' | 'off';

/** What a session knows of the golfer's focus. */
export interface FocusValues {
  readonly sound: RangeSound;
  /** The shots measured since the last verdict, by their swings. */
  readonly begunSet: readonly { readonly id: string; readonly value: MeasuredValue }[];
  /** The verdict over the last full set; null before. */
  readonly retest: Retest | null;
  /** The swings of that set. */
  readonly testedIds: readonly string[];
}

interface Session {
  readonly getState: () => FocusValues & { readonly swings: readonly RangeSwing[] };
  readonly change: (values: Partial<FocusValues>) => void;
  readonly changeSwing: (id: string, to: (swing: RangeSwing) => RangeSwing) => void;
  /** Plays a tone unless the sound is off. */
  readonly play: (tone: Tone) => void;
  /** False once the session has ended: the rest is then only listed. */
  readonly isRunning: () => boolean;
}

const TONES = { 'at-goal': 'better', closer: 'better', same: 'same', farther: 'worse' } as const;

/**
 * Returns a function that measures a swing once; `seen` is null where its body was not found. What an early look cannot measure is
 * left to the search.
 */
export function measuringForFocus({ getState, change, changeSwing, play, isRunning }: Session) {
  /** Adds a measured shot to its set; the verdict when that is full. */
  function addToSet(id: string, shot: FocusShot): string | null {
    const focus = currentFocus();
    if (!focus || typeof shot === 'string') return null;
    const set = [...getState().begunSet, { id, value: shot }];
    if (set.length < SHOTS_PER_RETEST) {
      change({ begunSet: set });
      return null;
    }
    const shots = set.map(({ value }) => value);
    const retest = retestOf(focus, shots);
    change({ begunSet: [], retest, testedIds: set.map((one) => one.id) });
    keepFocus(withSet(focus, { endedAtMs: Date.now(), shots }));
    return retest && retestText(focus, retest, currentHeightCm());
  }

  function tell(text: string, tone: Tone): void {
    if (getState().sound === 'voice') sayAloud(text, () => play(tone));
    else play(tone);
  }

  return (id: string, seen: SeenAtPositions | null, { isEarly = false } = {}): void => {
    const focus = currentFocus();
    const swing = getState().swings.find((one) => one.id === id);
    if (!focus || !swing || swing.focusShot) return;
    const shot = focusShot(focus, seen && bodyAngles(seen.track, seen.annotations));
    if (isEarly && shot === 'not-measured') return;
    const pose = typeof shot === 'string' || !seen ? null : shotPose(focus, seen.track, seen.annotations);
    changeSwing(id, (one) => ({ ...one, focusShot: shot, pose }));
    const verdict = addToSet(id, shot);
    const isNewest = getState().swings.findLast(({ kind }) => kind === 'shot')?.id === id;
    if (!isNewest || !isRunning()) return;
    const text = shotText(focus, shot, currentHeightCm());
    tell(
      verdict ? `${text} ${verdict}` : text,
      typeof shot === 'string' ? 'not-measured' : TONES[shotOutcome(focus, shot)],
    );
  };
}

/**
 * Whether the positions of the live search, which come from motion and sound, are good enough to measure at: for all but the
 * delivery, which is found by the body. In 14 shots of six golfers of the library the numbers differed from the later ones by their
 * ± at most, apart from two sways at a top that was 0.13 s early.
 */
export function isMeasuredEarly(focus: Focus | null): boolean {
  return focus !== null && focus.position !== 'delivery';
}
