// The three lists of speeds (specification §9), as factors of normal speed.

/** Speeds of the player for marking positions. */
export const PLAYER_SPEEDS = [0.25, 0.5, 1, 1.5, 2] as const;

/** Speeds at which the merged video plays in the page. */
export const PLAYBACK_SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** Speeds at which the merged video can be downloaded. */
export const DOWNLOAD_SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** One of the speeds of {@link DOWNLOAD_SPEEDS}. */
export type DownloadSpeed = (typeof DOWNLOAD_SPEEDS)[number];

/** The default speed. */
export const DEFAULT_SPEED = 1;

/** Whether a number is one of the seven download speeds. */
export function isDownloadSpeed(speed: number): speed is DownloadSpeed {
  return (DOWNLOAD_SPEEDS as readonly number[]).includes(speed);
}
