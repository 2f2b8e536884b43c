// The page that the web app starts from, with what the operator set written into its <meta> tags, where the app reads it
// (web/lib/site-settings.ts). No script and no template engine: two escaped attributes.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';

/** The settings that a page shows. */
export type SiteSettings = Pick<Config, 'communityUrl' | 'uploadHours' | 'resultHours'>;

/** The app's page with the settings in it. */
export async function readAppPage(webRoot: string, settings: SiteSettings): Promise<string> {
  const page = await readFile(join(webRoot, 'index.html'), 'utf8');
  const tags = [
    metaTag('community-url', settings.communityUrl),
    // What is promised is the longer of the two: by then everything is gone.
    metaTag('kept-hours', String(Math.max(settings.uploadHours, settings.resultHours))),
  ];
  return page.replace('</head>', `${tags.join('')}</head>`);
}

function metaTag(name: string, content: string): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<meta name="${name}" content="${escaped}" />`;
}
