// A name as a small picture: rendered once where fonts for all scripts exist, and painted unchanged by every renderer.

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
