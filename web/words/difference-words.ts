// States each difference between two swings in one sentence, in golfers' words. It describes and does not recommend.
import type { BodyDifference, SwingDifference } from '#domain/comparison/differences.ts';
import { NO_HUNDREDTHS } from '#domain/swing/timing-uncertainty.ts';
import { formatDecimals, formatLength, formatSeconds } from './format-numbers.ts';
import { formatTempo, formatUncertainty, possessive } from './timing-words.ts';
import { say, words } from './words.ts';

/** The sentence. `proName` is null for the visitor's own pro video, `words.swing.then` for their own earlier swing. */
export function differenceText(difference: SwingDifference, proName: string | null): string {
  const whose = possessive(proName);
  if (difference.kind === 'tempo') {
    const { user, pro } = difference.sides;
    // Show both with the precision of the less certain one.
    const uncertainty = Math.max(user.uncertainty, pro.uncertainty);
    const [yours, theirs] = [formatTempo({ ...user, uncertainty }).ratio, formatTempo({ ...pro, uncertainty }).ratio];
    return say(words.differences.tempo, { yours, whose, theirs });
  }
  if (difference.kind === 'duration') {
    const { timing, amount, plusMinus, direction } = difference;
    return say(words.differences.duration[direction], {
      part: words.timing.phasesInText[timing.phase],
      amount: formatSeconds(amount, plusMinus < NO_HUNDREDTHS ? 2 : 1),
      whose,
    });
  }
  return bodyText(difference, whose);
}

/** The ± of a difference, such as `±6°`; null for a tempo, whose sides have one each. */
export function marginText(difference: SwingDifference): string | null {
  if (difference.kind === 'tempo') return null;
  const { unit, plusMinus } = difference;
  if (unit === 'seconds') return formatUncertainty(plusMinus);
  return say(words.numbers.uncertainty, { amount: measured(Math.max(1, Math.ceil(plusMinus - 1e-6)), unit) });
}

/**
 * Both sides' own numbers beside the range of tour players; null without a range, and for a movement, whose sentence has the numbers.
 */
export function tourText(difference: SwingDifference, proName: string | null): string | null {
  if (difference.unit === 'seconds' || difference.unit === 'ratio' || !difference.tour) return null;
  const { kind, unit, sides, tour } = difference;
  if (isMovement(kind)) return null;
  const signed = (value: number) => `${value < 0 ? '−' : ''}${measured(value, unit)}`;
  return say(words.differences.beside, {
    yours: signed(sides.user),
    whose: possessive(proName),
    theirs: signed(sides.pro),
    from: signed(tour.from),
    to: signed(tour.to),
  });
}

/** The measures described by what each side does, such as "drops 7 cm", instead of by the difference. */
const MOVEMENTS = [
  ...(['spineChange', 'headHeight', 'headSway', 'shoulderSway', 'hipSway', 'hipDepth', 'handPath'] as const),
  'shaftChange',
] as const;

function measured(value: number, unit: BodyDifference['unit']): string {
  return unit === 'degrees'
    ? say(words.differences.degrees, { value: formatDecimals(Math.abs(value), 0) })
    : formatLength(Math.abs(value));
}

function isMovement(kind: BodyDifference['kind']): kind is (typeof MOVEMENTS)[number] {
  return (MOVEMENTS as readonly string[]).includes(kind);
}

function bodyText(difference: BodyDifference, whose: string): string {
  const { kind, position, direction, view, unit, amount, sides } = difference;
  const at = words.differences.at[position];
  if (isMovement(kind)) {
    const movement = words.differences.movements[kind];
    const does = (value: number) =>
      value === 0 ? movement.none : say(value > 0 ? movement.more : movement.less, { amount: measured(value, unit) });
    return say(movement.sentence, {
      by: words.differences.by[position],
      at,
      whose,
      yours: does(sides.user),
      theirs: does(sides.pro),
    });
  }
  if (kind === 'spineTilt') {
    const texts = view === 'down-the-line' ? words.differences.spineDownTheLine : words.differences.spineFaceOn;
    return say(texts[direction], { at, amount: measured(amount, unit), whose });
  }
  return say(words.differences[kind][direction], { at, amount: measured(amount, unit), whose });
}
