// Where Debian's packages put the other two engines that the tests drive.
// Plain JavaScript: it is also used on the machine's own Node (20 or newer), before anything is installed.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const FIREFOX = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr';
export const WEBKIT_DRIVER = process.env.WEBKIT_DRIVER_PATH || '/usr/bin/WebKitWebDriver';
export const XVFB = '/usr/bin/Xvfb';

/** The browser that WebKitGTK ships for tests; null where it is not installed. Its folder is named after the machine. */
export function findMiniBrowser() {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  const places = folders.map((folder) => path.join('/usr/lib', folder, 'webkit2gtk-4.1/MiniBrowser'));
  return places.find((place) => existsSync(place)) ?? null;
}

/** Whether Firefox is there. */
export function hasFirefox() {
  return existsSync(FIREFOX);
}

/** Whether WebKitGTK, its driver and a display to draw on are there. */
export function hasWebKit() {
  return existsSync(WEBKIT_DRIVER) && existsSync(XVFB) && findMiniBrowser() !== null;
}
