// A comparison that is kept on this device. Plain values: the bytes of its clips and its thumbnail are kept beside it.
import type { GolferCard } from '#contract/golfers.ts';
import type { Alignment, ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { ClubKind } from '#domain/library/club-kind.ts';
import { factorInUse, inTrueTime, type SlowMotionState } from '#domain/swing/slow-motion.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type Tempo, tempoOf } from '#domain/swing/timing-analysis.ts';
import { USUAL_FOOTAGE } from '#domain/swing/timing-uncertainty.ts';

/** One of the visitor's own clips in a kept comparison. */
export interface KeptClip extends SlowMotionState {
  /** Under which its bytes are kept: the same for the same bytes (content-key.ts). */
  readonly contentKey: string;
  /** The id it had in the session: what was made of it is found again under it. */
  readonly clipId: string;
  readonly fileName: string;
  readonly type: string;
  /** Of the file, in milliseconds since 1970. */
  readonly lastModified: number;
  readonly sizeBytes: number;
  readonly annotations: SwingAnnotations;
  /** From one picture to the next in seconds of the clip; null where its frames could not be read. */
  readonly pictureInterval: number | null;
}

/** What the visitor has written about a comparison; left out or empty for nothing. */
export interface KeptDetails {
  readonly title?: string;
  readonly club?: ClubKind | null;
  readonly note?: string;
}

/** The longest title and note, in characters. */
export const MAX_TITLE_LENGTH = 100;
export const MAX_NOTE_LENGTH = 2000;

/** A kept comparison. */
export interface KeptComparison extends KeptDetails {
  readonly id: string;
  /** When it was first compared, in milliseconds since 1970. */
  readonly keptAtMs: number;
  readonly user: KeptClip;
  /** A golfer of the library, or a clip of the visitor's own. */
  readonly pro: { readonly golfer: GolferCard } | { readonly clip: KeptClip };
  readonly alignment: Alignment;
  readonly choices: ComparisonChoices;
  /** What was drawn, as the session keeps it; null for nothing. */
  readonly drawn: string | null;
}

/** The visitor's own clips of a comparison: one or two. */
export function clipsOf({ user, pro }: Pick<KeptComparison, 'user' | 'pro'>): readonly KeptClip[] {
  return 'clip' in pro ? [user, pro.clip] : [user];
}

/** Backswing : downswing of a kept clip with its ±; null where a mark is missing. */
export function tempoOfKept(clip: KeptClip): Tempo | null {
  const slowMotionFactor = factorInUse(clip);
  const pictureInterval = clip.pictureInterval ?? USUAL_FOOTAGE.pictureInterval;
  return tempoOf(inTrueTime(clip.annotations, slowMotionFactor), { pictureInterval, slowMotionFactor });
}

/** How many bytes the clips of comparisons take: a clip of several of them is kept once. */
export function sizeOf(kept: readonly KeptComparison[]): number {
  const sizes = new Map(kept.flatMap(clipsOf).map(({ contentKey, sizeBytes }) => [contentKey, sizeBytes]));
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** The visitor's swings of comparisons, each once, in the order in which they were filmed. */
export function swingsInOrder(kept: readonly KeptComparison[]): readonly KeptComparison[] {
  const each: KeptComparison[] = [];
  for (const one of kept) {
    const isKnown = each.some(({ user }) => user.contentKey === one.user.contentKey && isSameStrike(user, one.user));
    if (!isKnown) each.push(one);
  }
  return each.toSorted((a, b) => filmedAtMs(a) - filmedAtMs(b));
}

/** When the file says that a swing was filmed, in milliseconds since 1970; null where it does not. */
export function filmedDateMs({ keptAtMs, user }: Pick<KeptComparison, 'keptAtMs' | 'user'>): number | null {
  return user.lastModified >= FIRST_DATE_MS && user.lastModified <= keptAtMs ? user.lastModified : null;
}

/** Earlier dates are those of cameras whose clock was never set. */
const FIRST_DATE_MS = Date.UTC(2000, 0, 1);

/** When a swing was filmed as far as its file tells: at the latest when it was compared. In milliseconds since 1970. */
export function filmedAtMs({ keptAtMs, user }: Pick<KeptComparison, 'keptAtMs' | 'user'>): number {
  return user.lastModified >= FIRST_DATE_MS ? Math.min(user.lastModified, keptAtMs) : keptAtMs;
}

/** Swings of one clip whose strikes are nearer than this, in seconds of the clip, are the same swing, marked anew. */
const SAME_SWING = 1;

/** Whether two comparisons are of the same swings: the newer one takes the older one's place. */
export function areSameSwings(a: KeptComparison, b: KeptComparison): boolean {
  if ('golfer' in a.pro !== 'golfer' in b.pro) return false;
  if ('golfer' in a.pro && 'golfer' in b.pro && a.pro.golfer.id !== b.pro.golfer.id) return false;
  const theirs = clipsOf(b);
  return clipsOf(a).every((clip, index) => {
    const other = theirs[index];
    return other !== undefined && clip.contentKey === other.contentKey && isSameStrike(clip, other);
  });
}

function isSameStrike({ annotations: a }: KeptClip, { annotations: b }: KeptClip): boolean {
  if (a.strikeTime === null || b.strikeTime === null) return a.strikeTime === b.strikeTime;
  return Math.abs(a.strikeTime - b.strikeTime) < SAME_SWING;
}
