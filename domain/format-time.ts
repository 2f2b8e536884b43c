// Times and differences as the screens show them. Fixed forms from SPEC; nothing here depends on a locale.

/** A time as `m:ss.t`, cut (not rounded) to tenths as a clock shows it: 61.25 is `1:01.2`. Negative counts as 0. */
export function formatClock(seconds: number): string {
  const tenths = Math.floor(Math.max(0, seconds) * 10 + 1e-6);
  const minutes = Math.floor(tenths / 600);
  const rest = String(Math.floor(tenths / 10) % 60).padStart(2, '0');
  return `${minutes}:${rest}.${tenths % 10}`;
}

/** Seconds to two decimals with the unit, such as `0.25 s`; `N/A` for null (SPEC §9). */
export function formatSeconds(seconds: number | null): string {
  return seconds === null ? 'N/A' : `${seconds.toFixed(2)} s`;
}

/** A signed difference to two decimals, such as `+0.06 s` or `−0.06 s`; no sign on zero; `N/A` for null. */
export function formatDifference(seconds: number | null): string {
  if (seconds === null) return 'N/A';
  const sign = seconds > 0 ? '+' : seconds < 0 ? '-' : '';
  return `${sign}${Math.abs(seconds).toFixed(2)} s`;
}

/** A time in seconds to one decimal, as the toast 'Position marked' says it, such as `1.2`. */
export function formatTenths(seconds: number): string {
  return seconds.toFixed(1);
}

/** A tempo ratio to one decimal, such as `3.0 : 1`; `N/A` for null. */
export function formatRatio(ratio: number | null): string {
  return ratio === null ? 'N/A' : `${ratio.toFixed(1)} : 1`;
}
