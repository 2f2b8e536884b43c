// Names of downloaded files (specification §7): the golfer or 'comparison', an optional speed, the date.

interface DownloadFacts {
  /** The golfer's name, or null for 'comparison'. */
  readonly golferName: string | null;
  /** A factor of normal speed; 1 is left out of the name except in a demo's. */
  readonly speed: number;
  /** The day as YYYY-MM-DD. */
  readonly day: string;
}

/** The name of a downloaded comparison, such as `golf_swing_comparison_0.5x_2026-01-31.mp4`. */
export function comparisonFileName({ golferName, speed, day }: DownloadFacts): string {
  const parts = ['golf_swing', namePart(golferName), ...(speed === 1 ? [] : [`${speed}x`]), day];
  return `${parts.join('_')}.mp4`;
}

/** The name of a downloaded demo, `demo_swing_{pro name or 'comparison'}_{speed}x_{date}.mp4` (specification §7). */
export function demoFileName({ golferName, speed, day }: DownloadFacts): string {
  return `demo_swing_${namePart(golferName)}_${speed}x_${day}.mp4`;
}

/** The name of a still strip, such as `golf_swing_comparison_stills_2026-01-31.png`. */
export function stillStripFileName({ golferName, day }: Pick<DownloadFacts, 'golferName' | 'day'>): string {
  return `golf_swing_${namePart(golferName)}_stills_${day}.png`;
}

/** The name of the picture of all differences, such as `golf_swing_comparison_differences_2026-01-31.png`. */
export function differencesFileName({ golferName, day }: Pick<DownloadFacts, 'golferName' | 'day'>): string {
  return `golf_swing_${namePart(golferName)}_differences_${day}.png`;
}

/** The name of the picture of a set of shots, such as `golf_swing_shots_2026-01-31.png`. */
export function shotsFileName(day: string): string {
  return `golf_swing_shots_${day}.png`;
}

/** The longest name part; 255 bytes is the limit of common file systems. */
const MAX_PART_LENGTH = 80;

function namePart(golferName: string | null): string {
  // Letters, digits and hyphens of any script; everything between them becomes one underscore.
  const safe = (golferName ?? '').replace(/[^\p{L}\p{M}\p{N}-]+/gu, '_').replace(/^_+|_+$/g, '');
  return safe.slice(0, MAX_PART_LENGTH).replace(/_+$/, '') || 'comparison';
}
