// The kinds of club. Swings of the same kind are comparable.

/** The kinds, from the longest swing to the shortest. */
export const CLUB_KINDS = ['driver', 'iron', 'wedge', 'chip'] as const;

/** The kind of a swing: `driver` with any wood, `iron` with a hybrid too, `wedge` for a full wedge, `chip` for a short shot. */
export type ClubKind = (typeof CLUB_KINDS)[number];

/** Derives the kind of a golfer's swing from the administrator's texts for club and name; null if neither tells. */
export function clubKindOf({ club, name }: { readonly club: string | null; readonly name: string }): ClubKind | null {
  const text = `${club ?? ''} ${name}`.toLowerCase();
  // A chip is played with a wedge, so it is tested first.
  if (/\bchip/.test(text)) return 'chip';
  if (/\b(driver|\d? ?wood|fairway wood)\b/.test(text)) return 'driver';
  if (/wedge|\b[psl]w\b/.test(text)) return 'wedge';
  return /\b(iron|irons|hybrid)\b/.test(text) ? 'iron' : null;
}

/** How far two kinds are apart: 0 for the same, 3 for a driver and a chip. */
export function clubDistance(a: ClubKind, b: ClubKind): number {
  return Math.abs(CLUB_KINDS.indexOf(a) - CLUB_KINDS.indexOf(b));
}
