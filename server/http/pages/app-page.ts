// The pages of the web app as the build rendered them, with what the operator set written into them: two placeholders
// in the text and two <meta> tags where the app reads it (web/lib/site-settings.ts). No script and no template engine.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Config } from '#server/runtime/config.ts';

/** The settings that a page shows. */
export type SiteSettings = Pick<Config, 'communityUrl' | 'uploadHours' | 'resultHours' | 'google'>;

/** A page in every form that browsers take. */
export interface AppPage {
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
  /** Changes with the page's content. */
  readonly etag: string;
}

/** Gives the pages of a folder, each made once and again after the next build. */
export class AppPages {
  readonly #webRoot: string;
  readonly #settings: SiteSettings;
  readonly #made = new Map<string, { builtAtMs: number; page: Promise<AppPage> }>();

  constructor(webRoot: string, settings: SiteSettings) {
    this.#webRoot = webRoot;
    this.#settings = settings;
  }

  /** The page of a name below pages/, or the bare index.html that starts the app anywhere; null when nothing is built. */
  async read(name: string): Promise<AppPage | null> {
    return (await this.#readFile(join('pages', `${name}.html`))) ?? (await this.#readFile('index.html'));
  }

  async #readFile(file: string): Promise<AppPage | null> {
    const stats = await stat(join(this.#webRoot, file)).catch(() => null);
    if (!stats?.isFile()) return null;
    const made = this.#made.get(file);
    if (made?.builtAtMs === stats.mtimeMs) return made.page;
    const page = readFile(join(this.#webRoot, file), 'utf8').then((html) => packed(withSettings(html, this.#settings)));
    this.#made.set(file, { builtAtMs: stats.mtimeMs, page });
    // A build that is just replacing the file: the next visit reads it again.
    page.catch(() => this.#made.delete(file));
    return page;
  }
}

function withSettings(html: string, settings: SiteSettings): string {
  const values = {
    'community-url': escaped(settings.communityUrl),
    // What is promised is the longer of the two: by then everything is gone.
    'google-sign-up': settings.google ? 'on' : 'off',
    'kept-hours': String(Math.max(settings.uploadHours, settings.resultHours)),
  };
  const tags = Object.entries(values).map(([name, content]) => `<meta name="${name}" content="${content}" />`);
  return Object.entries(values)
    .reduce((text, [name, content]) => text.replaceAll(`{{${name}}}`, () => content), html)
    .replace('</head>', () => `${tags.join('')}</head>`);
}

async function packed(html: string): Promise<AppPage> {
  const plain = Buffer.from(html);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, br, gzip: gz, etag };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
