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
