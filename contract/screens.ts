// The screens of specification §2 and the additional ones, My swings, range and links: their names and addresses. The server, the
// router, the prerendering and the service worker all read this table.

/** The address of each screen. The name is also the name of the prerendered file: `pages/<name>.html`. */
export const SCREENS = {
  home: '/',
  compare: '/compare',
  range: '/range',
  'how-to-use': '/how-to-use',
  'my-swings': '/my-swings',
  check: '/check',
  admin: '/admin',
  'admin-login': '/admin-login',
  signup: '/signup',
  account: '/account',
  login: '/login',
  share: '/s',
} as const;

/** The name of a screen: a key of {@link SCREENS}. */
export type ScreenName = keyof typeof SCREENS;

/** All screens, in the order of the table above. */
export const SCREEN_NAMES = Object.keys(SCREENS) as readonly ScreenName[];

/** Where links lead: this, their id, and after `#` their key. */
export const SHARE_PAGE_PATH = `${SCREENS.share}/`;

/** Where a phone's share sheet posts a clip (web/public/manifest.webmanifest). */
export const SHARE_PATH = '/share-target';

/**
 * The screen at a path, in any case and with or without a slash at its end; null for every other path.
 * @example
 * screenAt('/Compare/') // 'compare'
 * screenAt('/s/0123456789abcdef') // 'share'
 */
export function screenAt(path: string): ScreenName | null {
  const address = path.toLowerCase().replace(/(?<=.)\/$/, '');
  if (address.startsWith(SHARE_PAGE_PATH)) return 'share';
  return SCREEN_NAMES.find((name) => SCREENS[name] === address) ?? null;
}
