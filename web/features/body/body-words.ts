// Formats angles and movements as whole numbers, because no measure is more exact than a degree or a hundredth.
import type { ComparedMeasure } from '#domain/comparison/body-comparison.ts';
import { say, words } from '#web/words/words.ts';

type Unit = ComparedMeasure['unit'];

/** A number with its unit, such as `28°` or `4 %`. */
export function formatMeasure(value: number, unit: Unit): string {
  // A true minus sign, which is as wide as the plus.
  return say(words.body.units[unit], { value: String(value).replace('-', '−') });
}

/** A difference with its sign and unit, such as `+5°`; 0 has no sign. */
export function formatSigned(value: number, unit: Unit): string {
  return `${value > 0 ? '+' : ''}${formatMeasure(value, unit)}`;
}

/** The uncertainty after a number, such as `± 4`. */
export function formatPlusMinus(plusMinus: number): string {
  return say(words.body.plusMinus, { plusMinus });
}
