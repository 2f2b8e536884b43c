// What is said about the golfer's focus: its measure and goal, one shot, and a retest.
import { MEASURES } from '#domain/body/body-measures.ts';
import { type Focus, type FocusShot, shotOutcome, usualSpread } from '#domain/focus/focus.ts';
import { type Retest, usualPlusMinus } from '#domain/focus/retest.ts';
import { wholeLength } from './format-numbers.ts';
import { say, words } from './words.ts';

/** The measure and the position, such as `Spine tilt · Top`. */
export function focusName({ measure, position }: Focus): string {
  return [words.body.measures[measure], words.body.at[position]].join(words.app.separator);
}

/** How the picked swing was filmed, and with which club it was hit. */
export function filmedText(focus: Focus): string {
  return say(focus.club ? words.focus.filmedWith : words.focus.filmed, filming(focus));
}

/** What the golfer works on, and how the shots have to be filmed. */
export function atRangeText(focus: Focus): string {
  const text = focus.club ? words.focus.atRangeWith : words.focus.atRange;
  return say(text, { name: focusName(focus), ...filming(focus) });
}

function filming({ view, club }: Focus) {
  return { view: words.body.viewsInText[view], club: club ? words.golferPicker.clubsInText[club] : '' };
}

/** A value such as `34°` or `−4 in`, for a golfer of a height. */
export function focusValue(focus: Focus, value: number, heightCm: number): string {
  const { count, unit } = whole(focus, Math.abs(value), heightCm);
  const text = say(unit === 'degrees' ? words.differences.degrees : words.numbers[unit], { value: count });
  return value < 0 && count > 0 ? say(words.focus.minus, { value: text }) : text;
}

/** Where the golfer stood when the focus was picked. */
export function pickedText(focus: Focus, heightCm: number): string {
  const plusMinus = Math.ceil(usualPlusMinus(focus.before, usualSpread(focus)));
  return say(words.focus.oneSwing, {
    value: focusValue(focus, focus.before.value, heightCm),
    plusMinus: focusValue(focus, plusMinus, heightCm),
  });
}

export function goalText(focus: Focus, heightCm: number): string {
  const text = isUpward(focus) ? words.focus.orMore : words.focus.orLess;
  return say(text, { value: focusValue(focus, focus.goal, heightCm) });
}

/** One sentence about what to look for. */
export function lookForText(focus: Focus): string {
  const { measure, position, view } = focus;
  const kind = measure !== 'spineTilt' ? measure : view === 'face-on' ? 'spineFaceOn' : 'spineDownTheLine';
  const what = words.focus.what[kind][isUpward(focus) ? 'more' : 'less'];
  return say(words.focus.lookFor, { at: words.differences.at[position], what });
}

/** The result of one shot, as it is spoken and shown. */
export function shotText(focus: Focus, shot: FocusShot, heightCm: number): string {
  if (typeof shot === 'string') return say(words.focus.shot[shot], { view: words.body.viewsInText[focus.view] });
  const { count, unit } = whole(focus, Math.abs(shot.value), heightCm);
  const spoken = say(words.focus.spoken[unit], { count });
  const value = shot.value < 0 && count > 0 ? say(words.focus.spoken.minus, { value: spoken }) : spoken;
  return say(words.focus.shot[shotOutcome(focus, shot)], { value: value.charAt(0).toUpperCase() + value.slice(1) });
}

/** The verdict over a set of shots, with its numbers. */
export function retestText(
  focus: Focus,
  { verdict, isBetter, before, after, count }: Retest,
  heightCm: number,
): string {
  const outcome = verdict === 'changed' ? (isBetter ? 'better' : 'worse') : verdict;
  return say(words.focus.retest[outcome], {
    count,
    before: focusValue(focus, before, heightCm),
    after: focusValue(focus, after.value, heightCm),
    plusMinus: focusValue(focus, Math.ceil(after.plusMinus), heightCm),
  });
}

function isUpward({ before, goal }: Focus): boolean {
  return goal > before.value;
}

/** Whole degrees, or the whole length of a share of the golfer's height. */
function whole({ measure }: Focus, value: number, heightCm: number) {
  if (MEASURES[measure].unit === 'degrees') return { count: Math.round(value), unit: 'degrees' } as const;
  return wholeLength((value * heightCm) / 100);
}
