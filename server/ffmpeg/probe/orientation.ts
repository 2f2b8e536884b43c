// How a coded picture is made upright by ffmpeg, and its orientation from the container's display matrix.
import type { Orientation } from '#domain/video/orientation.ts';

/** The rotation part of a display matrix: x' = a·x + c·y, y' = b·x + d·y. */
interface TurnMatrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

const FILTERS: Readonly<Record<Orientation, readonly string[]>> = {
  upright: [],
  'turned-90': ['transpose=clock'],
  'turned-180': ['hflip', 'vflip'],
  'turned-270': ['transpose=cclock'],
  mirrored: ['hflip'],
  'mirrored-turned-180': ['vflip'],
  'mirrored-turned-90': ['transpose=cclock_flip'],
  'mirrored-turned-270': ['transpose=clock_flip'],
};

export function uprightFilters(orientation: Orientation): readonly string[] {
  return FILTERS[orientation];
}

/** The orientation in a display matrix. Other angles are rounded to the nearest right angle. */
export function orientationOf({ a, b, c, d }: TurnMatrix): Orientation {
  if (Math.abs(b) + Math.abs(c) > Math.abs(a) + Math.abs(d)) {
    if (b > 0) return c > 0 ? 'mirrored-turned-90' : 'turned-90';
    return c > 0 ? 'turned-270' : 'mirrored-turned-270';
  }
  if (a < 0) return d < 0 ? 'turned-180' : 'mirrored';
  return d < 0 ? 'mirrored-turned-180' : 'upright';
}

/** Reads the matrix as ffprobe prints it: three rows of an offset and three numbers. Null when it is something else. */
export function turnMatrixIn(printed: string): TurnMatrix | null {
  const rows = printed.split('\n').flatMap((line) => {
    const numbers = /:((?:\s+-?\d+){3})\s*$/.exec(line)?.[1]?.trim().split(/\s+/).map(Number);
    return numbers ? [numbers] : [];
  });
  const [a, b] = rows[0] ?? [];
  const [c, d] = rows[1] ?? [];
  return a === undefined || b === undefined || c === undefined || d === undefined ? null : { a, b, c, d };
}
