// Settings that the server wrote into the page's <meta> tags, with defaults. A page rendered at build time gets
// placeholders that the server fills in.

/** The community forum that the header links to. */
export const COMMUNITY_URL = setting('community-url', 'https://www.reddit.com/r/GolfSwing/');

/** The number of hours after which the server deletes uploads and results. */
export const KEPT_HOURS = setting('kept-hours', '24');

/** `on` or `off`: whether the operator configured sign-up with Google. */
export const GOOGLE_SIGN_UP = setting('google-sign-up', 'on');

/** `on` or `off`: whether the operator configured sign-up with a provider of the site's own, and what its button calls it. */
export const PROVIDER_SIGN_UP = setting('provider-sign-up', 'off');
export const PROVIDER_NAME = setting('provider-name', '');

/** The largest encrypted file of a link, in bytes; 0 where the operator switched links off. */
export const LINK_BYTES = Number(setting('link-bytes', '0'));

/** Where merged videos are made. */
export type MakeVideosOn = 'both' | 'device' | 'server';

/** Where the operator lets videos be merged: on this device, else on the server (`both`), or only on one of them. */
export const MAKE_VIDEOS_ON: MakeVideosOn = makeVideosOn(setting('make-videos-on', 'both'));

function makeVideosOn(value: string): MakeVideosOn {
  return value === 'device' || value === 'server' ? value : 'both';
}

function setting(name: string, otherwise: string): string {
  if (typeof document === 'undefined') return `{{${name}}}`;
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') || otherwise;
}
