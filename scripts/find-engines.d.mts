/** Firefox ESR's program. */
export const FIREFOX: string;
/** WebKitGTK's driver. */
export const WEBKIT_DRIVER: string;
/** The virtual display that WebKitGTK draws on. */
export const XVFB: string;
/** WebKitGTK's browser for tests; null where it is not installed. */
export function findMiniBrowser(): string | null;
/** Whether Firefox is there. */
export function hasFirefox(): boolean;
/** Whether WebKitGTK, its driver, its codecs and a display are there. */
export function hasWebKit(): boolean;
