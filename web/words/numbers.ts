// Number formatting in the interface language.
import { LANGUAGE } from './words.ts';

const formats = new Map<number, Intl.NumberFormat>();

/**
 * A number with a fixed number of decimals, such as `0.06` for 0.0612 and 2. Thousands are not grouped: the
 * specification's forms have none.
 */
export function formatDecimals(value: number, decimals: number): string {
  let format = formats.get(decimals);
  if (!format) {
    format = new Intl.NumberFormat(LANGUAGE, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: false,
    });
    formats.set(decimals, format);
  }
  // The specification's forms round as JavaScript does; Intl alone would make 1.5 of 1.45, which is a little less.
  return format.format(Number(value.toFixed(decimals)));
}
