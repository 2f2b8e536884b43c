// The prerendered pages of the web app with the operator's settings inserted: placeholders in the text and <meta> tags
// that the app reads (web/lib/site-settings.ts).
import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Config } from '#server/runtime/config.ts';

export type SiteSettings = Pick<Config, 'communityUrl' | 'uploadHours' | 'resultHours' | 'google' | 'makeVideosOn'>;

export interface AppPage {
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
  /** Changes with the page's content. */
  readonly etag: string;
}

/** The pages of a folder, each cached until the next build. */
export class AppPages {
  readonly #webRoot: string;
  readonly #settings: SiteSettings;
  readonly #cache = new Map<string, { builtAtMs: number; page: Promise<AppPage> }>();

  constructor(webRoot: string, settings: SiteSettings) {
    this.#webRoot = webRoot;
    this.#settings = settings;
  }

  /** The page of a name below pages/, or else index.html; null when nothing is built. */
  async read(name: string): Promise<AppPage | null> {
    return (await this.#readFile(join('pages', `${name}.html`))) ?? (await this.#readFile('index.html'));
  }

  async #readFile(file: string): Promise<AppPage | null> {
    const stats = await stat(join(this.#webRoot, file)).catch(() => null);
    if (!stats?.isFile()) return null;
    const cached = this.#cache.get(file);
    if (cached?.builtAtMs === stats.mtimeMs) return cached.page;
    const page = readFile(join(this.#webRoot, file), 'utf8').then((html) =>
      compressed(withSettings(html, this.#settings)),
    );
    this.#cache.set(file, { builtAtMs: stats.mtimeMs, page });
    // A build may be replacing the file right now: the next visit reads it again.
    page.catch(() => this.#cache.delete(file));
    return page;
  }
}

function withSettings(html: string, settings: SiteSettings): string {
  const values = {
    'community-url': escaped(settings.communityUrl),
    // The longer of the two retention times: by then everything is deleted.
    'google-sign-up': settings.google ? 'on' : 'off',
    'make-videos-on': settings.makeVideosOn,
    'kept-hours': String(Math.max(settings.uploadHours, settings.resultHours)),
  };
  const tags = Object.entries(values).map(([name, content]) => `<meta name="${name}" content="${content}" />`);
  return Object.entries(values)
    .reduce((text, [name, content]) => text.replaceAll(`{{${name}}}`, () => content), html)
    .replace('</head>', () => `${tags.join('')}</head>`);
}

async function compressed(html: string): Promise<AppPage> {
  const plain = Buffer.from(html);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  const etag = `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`;
  return { plain, br, gzip: gz, etag };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
