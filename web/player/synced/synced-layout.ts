// The on-screen layouts of the synced preview. The merged video is always side by side.

/** Beside, above or over each other. */
export const SYNCED_LAYOUTS = ['side-by-side', 'stacked', 'ghost'] as const;

/** One of {@link SYNCED_LAYOUTS}. */
export type SyncedLayout = (typeof SYNCED_LAYOUTS)[number];

/** How strongly the pro is seen over the visitor in the ghost, in percent, until it is changed. */
export const DEFAULT_GHOST_PERCENT = 50;

/** How the pro's picture is laid over the visitor's in the ghost. Whole numbers in percent, of the pro's picture itself. */
export interface GhostFit {
  /** 50 to 200; 100 is as tall as the visitor's picture. */
  readonly sizePercent: number;
  /** −50 to 50 of its width, to the right on the screen. */
  readonly rightPercent: number;
  /** −50 to 50 of its height, upwards. */
  readonly upPercent: number;
}

/** Both pictures equally tall, one's middle over the other's. */
export const NO_FIT: GhostFit = Object.freeze({ sizePercent: 100, rightPercent: 0, upPercent: 0 });

/** Whether two fits lay the picture in the same place. */
export function areSameFits(a: GhostFit, b: GhostFit): boolean {
  return a.sizePercent === b.sizePercent && a.rightPercent === b.rightPercent && a.upPercent === b.upPercent;
}

/**
 * The CSS transform of the pro's picture. A mirror is to follow it: the picture is then turned about its own middle first,
 * and right stays right on the screen.
 */
export function fitTransform(fit: GhostFit): string | undefined {
  if (areSameFits(fit, NO_FIT)) return undefined;
  const { sizePercent, rightPercent, upPercent } = fit;
  return `translate(${rightPercent}%, ${-upPercent}%) scale(${sizePercent / 100})`;
}
