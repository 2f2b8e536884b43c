// Numbers, times, differences, sizes and lists as text. The forms are fixed by the specification; the language supplies decimal
// sign and units.
import { LANGUAGE, say, words } from './words.ts';

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
  // The specification rounds as JavaScript does. Intl alone would turn 1.45 into 1.5, although its binary value is
  // slightly less.
  return format.format(Number(value.toFixed(decimals)));
}

/** A time as `m:ss.t`, rounded to tenths: 61.25 is `1:01.3`. Negative counts as 0. */
export function formatClock(seconds: number): string {
  const tenths = Math.round(Number(Math.max(0, seconds).toFixed(1)) * 10);
  return `${Math.floor(tenths / 600)}:${formatDecimals((tenths % 600) / 10, 1).padStart(4, '0')}`;
}

/** A time as `m:ss`, rounded down: 61.9 is `1:01`. */
export function formatWholeClock(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Seconds with the unit, to two decimals unless another number is given, such as `0.25 s`; `N/A` for null (specification §9). */
export function formatSeconds(seconds: number | null, decimals = 2): string {
  if (seconds === null) return words.numbers.notKnown;
  return say(words.numbers.seconds, { seconds: formatDecimals(seconds, decimals) });
}

/** A signed difference to two decimals, such as `+0.06 s` or `-0.06 s`; no sign on zero; `N/A` for null. */
export function formatDifference(seconds: number | null): string {
  if (seconds === null) return words.numbers.notKnown;
  const sign = seconds > 0 ? '+' : seconds < 0 ? '-' : '';
  return `${sign}${formatSeconds(Math.abs(seconds))}`;
}

/** A time in seconds to one decimal, as in the toast 'Position marked', such as `1.2`. */
export function formatTenths(seconds: number): string {
  return formatDecimals(seconds, 1);
}

/** A tempo ratio to one decimal or to the given number of decimals, such as `3.0:1`; `N/A` for null. */
export function formatRatio(ratio: number | null, decimals = 1): string {
  if (ratio === null) return words.numbers.notKnown;
  return say(words.numbers.ratio, { ratio: formatDecimals(ratio, decimals) });
}

/** A language of a region whose visitors measure in feet and inches. */
const IMPERIAL = /-(US|LR|MM)\b/;
const CM_PER_INCH = 2.54;

/**
 * By the region of the browser's language; metric where it names none. Asked each time: pages are prerendered. `Intl.Locale` throws
 * for what WebKitGTK calls the language of a system without one: `c`.
 */
export function isImperial(): boolean {
  return IMPERIAL.test(navigator.language);
}

/** A length in whole inches or centimeters, by the visitor's region. */
export function wholeLength(centimeters: number) {
  return isImperial()
    ? ({ count: Math.round(centimeters / CM_PER_INCH), unit: 'inches' } as const)
    : ({ count: Math.round(centimeters), unit: 'centimeters' } as const);
}

/** A length in whole inches or centimeters, at least 1, such as `4 in` or `10 cm`, by the visitor's region. */
export function formatLength(centimeters: number): string {
  const { count, unit } = wholeLength(centimeters);
  return say(words.numbers[unit], { value: formatDecimals(Math.max(1, count), 0) });
}

/** A person's height, such as `5'9"` or `1.75 m`, by the visitor's region. */
export function formatHeight(centimeters: number): string {
  if (!isImperial()) return say(words.numbers.meters, { value: formatDecimals(centimeters / 100, 2) });
  const inches = Math.round(centimeters / CM_PER_INCH);
  return say(words.numbers.feetAndInches, { feet: Math.floor(inches / 12), inches: inches % 12 });
}

/** A number of bytes as text, such as `3.4 MB` or `1.2 GB`; at least 0.1 MB. */
export function formatSize(bytes: number): string {
  const megabytes = Math.max(0.1, bytes / 1e6);
  return megabytes < 1000
    ? say(words.mySwings.sizes.megabytes, { size: formatDecimals(megabytes, megabytes < 10 ? 1 : 0) })
    : say(words.mySwings.sizes.gigabytes, { size: formatDecimals(megabytes / 1000, 1) });
}

/** Names of which one or several apply, such as `files or processes`. */
export function formatAny(names: readonly string[]): string {
  return new Intl.ListFormat(LANGUAGE, { type: 'disjunction' }).format(names);
}
