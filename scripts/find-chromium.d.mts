/** Chromium without the windows of a desktop application: a Debian package of its own. */
export const HEADLESS_SHELL: string;
/** The path of Chromium: CHROMIUM_PATH, or else the first that is there; null when there is none. */
export function findChromium(): string | null;
