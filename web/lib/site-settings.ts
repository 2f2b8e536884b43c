// What the operator set and the server wrote into the page's <meta> tags; without them the product's own defaults.

/** The community forum that the header links to. */
export const COMMUNITY_URL = metaText('community-url') ?? 'https://www.reddit.com/r/GolfSwing/';

/** After how many hours the server deletes uploads and results. */
export const KEPT_HOURS = Number(metaText('kept-hours') ?? 24) || 24;

function metaText(name: string): string | null {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') || null;
}
