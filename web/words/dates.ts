// Dates and sizes of files in the interface language.
import { formatDecimals } from './format-numbers.ts';
import { LANGUAGE, say, words } from './words.ts';

const dates = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });
const datesWithTimes = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });

/** A day, such as `Nov 23, 2026`, of a time in milliseconds since 1970. */
export function formatDate(timeMs: number): string {
  return dates.format(timeMs);
}

/** A day with its time, such as `Nov 23, 2026, 5:30 PM`. */
export function formatDateAndTime(timeMs: number): string {
  return datesWithTimes.format(timeMs);
}

/** A number of bytes as text, such as `3.4 MB` or `1.2 GB`; at least 0.1 MB. */
export function formatSize(bytes: number): string {
  const megabytes = Math.max(0.1, bytes / 1e6);
  return megabytes < 1000
    ? say(words.mySwings.sizes.megabytes, { size: formatDecimals(megabytes, megabytes < 10 ? 1 : 0) })
    : say(words.mySwings.sizes.gigabytes, { size: formatDecimals(megabytes / 1000, 1) });
}
