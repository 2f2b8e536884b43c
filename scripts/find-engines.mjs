// Finds the Chromium, Firefox and WebKitGTK that tests and measurements use.
// Plain JavaScript: it is also used on the machine's own Node (20 or newer), before anything is installed.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Chromium without the windows of a desktop application, a Debian package of its own: the same engine and codecs at half
 * the CPU per page (1.4 instead of 2.9 CPU seconds for a first visit to `/`).
 */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** The path of Chromium: CHROMIUM_PATH if it is set, otherwise the first one found; null if there is none. */
export function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  return [HEADLESS_SHELL, '/usr/bin/chromium'].find((path) => existsSync(path)) ?? null;
}

export const FIREFOX = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr';
export const WEBKIT_DRIVER = process.env.WEBKIT_DRIVER_PATH || '/usr/bin/WebKitWebDriver';
export const XVFB = '/usr/bin/Xvfb';

/** The browser that WebKitGTK ships for tests; null where it is not installed. */
export function findMiniBrowser() {
  return findLibrary('webkit2gtk-4.1/MiniBrowser');
}

export function hasFirefox() {
  return existsSync(FIREFOX);
}

/** Whether WebKitGTK, its driver, a virtual display and the plugins for MP4 with H.264 are installed. */
export function hasWebKit() {
  const parts = ['webkit2gtk-4.1/MiniBrowser', 'gstreamer-1.0/libgstlibav.so', 'gstreamer-1.0/libgstisomp4.so'];
  return [WEBKIT_DRIVER, XVFB].every((program) => existsSync(program)) && parts.every(findLibrary);
}

/** A file under /usr/lib or its folder for this kind of machine; null where it is not there. */
function findLibrary(name) {
  const folders = existsSync('/usr/lib') ? ['', ...readdirSync('/usr/lib')] : [];
  const places = folders.map((folder) => path.join('/usr/lib', folder, name));
  return places.find((place) => existsSync(place)) ?? null;
}
