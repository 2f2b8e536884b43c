// When a backup is due, and which are kept: all of the last day, the latest of each of seven days, and of each of the four weeks before.
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const DAILY = 7;
const WEEKLY = 4;

/** The times, in milliseconds since 1970, of the backups to keep. */
export function keptBackups(timesMs: readonly number[], nowMs: number): ReadonlySet<number> {
  const latestFirst = [...timesMs].sort((a, b) => b - a);
  const ofDays = latestOfEach(DAY_MS, DAILY, latestFirst);
  const before = ofDays.at(-1) ?? nowMs;
  const ofWeeks = latestOfEach(
    7 * DAY_MS,
    WEEKLY,
    latestFirst.filter((time) => time < before && nowMs - time > DAY_MS),
  );
  return new Set([...latestFirst.filter((time) => nowMs - time <= DAY_MS), ...ofDays, ...ofWeeks]);
}

function latestOfEach(periodMs: number, count: number, latestFirst: readonly number[]): number[] {
  const kept = new Map<number, number>();
  for (const time of latestFirst) {
    const period = Math.floor(time / periodMs);
    if (!kept.has(period) && kept.size < count) kept.set(period, time);
  }
  return [...kept.values()];
}

/** The hour of the night, in local time, in which a backup is made. */
const NIGHT_HOUR = 3;
const NOT_AGAIN_WITHIN_MS = 12 * HOUR_MS;
/** A machine that is off at night makes up for it. */
const OVERDUE_AFTER_MS = 26 * HOUR_MS;

/** Whether a backup is due; `latestMs`: when the last one was made, null for none. */
export function isBackupDue(
  latestMs: number | null,
  { nowMs, localHour }: { readonly nowMs: number; readonly localHour: number },
): boolean {
  const sinceMs = nowMs - (latestMs ?? Number.NEGATIVE_INFINITY);
  return sinceMs > OVERDUE_AFTER_MS || (localHour === NIGHT_HOUR && sinceMs > NOT_AGAIN_WITHIN_MS);
}
