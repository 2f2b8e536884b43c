// Maps a value to 0…1 between two limits of a sign.

/** 0 at `none`, 1 at `full`, linear in between; `none` may be the larger one. */
export function ramp(value: number, none: number, full: number): number {
  return Math.max(0, Math.min(1, (value - none) / (full - none)));
}
