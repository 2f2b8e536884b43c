// A name as a small picture: rendered once where fonts for all scripts exist, and painted on its dark plate, pixel by pixel,
// by every renderer.

/** The ink of a line of text in a small rectangle. Frozen plain JSON. */
export interface Lettering {
  /** Whole, 1 to {@link MAX_LETTERING}. */
  readonly widthPx: number;
  /** Whole, 1 to {@link MAX_LETTERING}. */
  readonly heightPx: number;
  /** One hexadecimal digit per pixel, row by row from the top left: `0` for no ink, `f` for full ink. */
  readonly cover: string;
}

/** The maximum size of a lettering, in pixels. */
export const MAX_LETTERING = Object.freeze({ widthPx: 480, heightPx: 36 });

/** Maximum characters of a name. */
export const MAX_NAME_LENGTH = 40;

/** Parses a lettering; null when the value is not a valid one. */
export function readLettering(value: unknown): Lettering | null {
  const { widthPx, heightPx, cover } = (value ?? {}) as Partial<Record<keyof Lettering, unknown>>;
  const isWithin = (px: unknown, most: number): px is number =>
    typeof px === 'number' && Number.isInteger(px) && px >= 1 && px <= most;
  if (!isWithin(widthPx, MAX_LETTERING.widthPx) || !isWithin(heightPx, MAX_LETTERING.heightPx)) return null;
  if (typeof cover !== 'string' || cover.length !== widthPx * heightPx || !/^[0-9a-f]*$/.test(cover)) return null;
  return Object.freeze({ widthPx, heightPx, cover });
}

/** The ink of each pixel, 0 to 1, row by row. */
export function coverOf({ cover }: Lettering): readonly number[] {
  return Array.from(cover, (digit) => Number.parseInt(digit, 16) / 15);
}

/**
 * Normalizes a name for display: one line without control characters or bidirectional overrides, at most {@link
 * MAX_NAME_LENGTH} characters. Null for an empty result.
 */
export function shownName(text: string): string | null {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, MAX_NAME_LENGTH).join('').trim() || null;
}

/** Opacity of the plate, 0 to 1. */
export const PLATE_COVER = 0.7;

/** The ink of a pixel, 0 to 1, on a plate of a given size: the lettering, scaled smoothly. */
export function plateInk(lettering: Lettering, widthPx: number, heightPx: number): Float32Array {
  const cover = coverOf(lettering);
  const ink = new Float32Array(widthPx * heightPx);
  const [stepX, stepY] = [lettering.widthPx / widthPx, lettering.heightPx / heightPx];
  const at = (x: number, y: number) => {
    const [column, row] = [
      Math.min(Math.max(x, 0), lettering.widthPx - 1),
      Math.min(Math.max(y, 0), lettering.heightPx - 1),
    ];
    return cover[row * lettering.widthPx + column] ?? 0;
  };
  for (let y = 0; y < heightPx; y += 1) {
    const fromY = (y + 0.5) * stepY - 0.5;
    const row = Math.floor(fromY);
    const down = fromY - row;
    for (let x = 0; x < widthPx; x += 1) {
      const fromX = (x + 0.5) * stepX - 0.5;
      const column = Math.floor(fromX);
      const across = fromX - column;
      const upper = at(column, row) * (1 - across) + at(column + 1, row) * across;
      const lower = at(column, row + 1) * (1 - across) + at(column + 1, row + 1) * across;
      ink[y * widthPx + x] = upper * (1 - down) + lower * down;
    }
  }
  return ink;
}
