// Which Chromium the tests and measurements drive.
// Plain JavaScript: it is also used on the machine's own Node (20 or newer), before anything is installed.
import { existsSync } from 'node:fs';

/**
 * Chromium without the windows of a desktop application, a Debian package of its own: the same engine and codecs at half
 * the CPU per page (1.4 instead of 2.9 CPU seconds for a first visit to `/`).
 */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** The path of Chromium: CHROMIUM_PATH, or else the first that is there; null when there is none. */
export function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  return [HEADLESS_SHELL, '/usr/bin/chromium'].find((path) => existsSync(path)) ?? null;
}
