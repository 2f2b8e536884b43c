// Where Debian's packages put the other two engines that the tests drive.
// Plain JavaScript: it is also used on the machine's own Node (20 or newer), before anything is installed.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

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

/** Whether WebKitGTK, its driver, a display to draw on and what plays MP4 with H.264 are there. */
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
