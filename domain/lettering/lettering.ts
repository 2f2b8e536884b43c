// A name as a small picture: drawn where the fonts of all scripts are, and painted as it is by every renderer.

/** How a line of text covers a small rectangle. Frozen plain JSON. */
export interface Lettering {
  /** Whole, 1 to {@link MAX_LETTERING}. */
  readonly widthPx: number;
  /** Whole, 1 to {@link MAX_LETTERING}. */
  readonly heightPx: number;
  /** One hexadecimal digit per pixel, row by row from the top left: `0` where there is no ink, `f` where it is full. */
  readonly cover: string;
}

/** The largest lettering. */
export const MAX_LETTERING = Object.freeze({ widthPx: 480, heightPx: 36 });

/** The most characters of a name. */
export const MAX_NAME_LENGTH = 40;

/** The lettering in a value of any kind, or null where it makes none. */
export function readLettering(value: unknown): Lettering | null {
  const { widthPx, heightPx, cover } = (value ?? {}) as Partial<Record<keyof Lettering, unknown>>;
  const isWithin = (px: unknown, most: number): px is number =>
    typeof px === 'number' && Number.isInteger(px) && px >= 1 && px <= most;
  if (!isWithin(widthPx, MAX_LETTERING.widthPx) || !isWithin(heightPx, MAX_LETTERING.heightPx)) return null;
  if (typeof cover !== 'string' || cover.length !== widthPx * heightPx || !/^[0-9a-f]*$/.test(cover)) return null;
  return Object.freeze({ widthPx, heightPx, cover });
}

/** How much of each pixel is ink, 0 to 1, row by row. */
export function coverOf({ cover }: Lettering): readonly number[] {
  return Array.from(cover, (digit) => Number.parseInt(digit, 16) / 15);
}

/**
 * A name as it is shown: one line without control characters and without those that turn the direction of what follows, at most
 * {@link MAX_NAME_LENGTH} characters. Null where nothing is left.
 */
export function shownName(text: string): string | null {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, MAX_NAME_LENGTH).join('').trim() || null;
}
