// How far a value is from where a sign speaks against something to where it speaks for it.

/** 0 at `none`, 1 at `full`, in between in proportion; `none` may be the larger one. */
export function ramp(value: number, none: number, full: number): number {
  return Math.max(0, Math.min(1, (value - none) / (full - none)));
}
