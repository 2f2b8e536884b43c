// Dates in the interface language.
import { LANGUAGE } from './words.ts';

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

const ago = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });
const AGO_UNITS = [
  ['day', 24 * 3600_000],
  ['hour', 3600_000],
  ['minute', 60_000],
] as const;

/** How long ago a time in milliseconds since 1970 was, such as `2 hours ago`, `yesterday` or `this minute`. */
export function formatAgo(timeMs: number, nowMs: number): string {
  const passedMs = nowMs - timeMs;
  const [unit, unitMs] = AGO_UNITS.find(([, ms]) => passedMs >= ms) ?? AGO_UNITS[2];
  return ago.format(-Math.floor(Math.max(0, passedMs) / unitMs), unit);
}
