// Serves the built web app, with the operator's settings inserted, and the content files. Handles every other address too:
// page visits get the app, all other requests a JSON error.
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import { SHARE_PATH, screenAt } from '#contract/screens.ts';
import { closeWhenUnread } from '#server/http/body/read-body.ts';
import type { HttpParts } from '#server/http/parts/http-parts.ts';
import { CONTENT_PATH } from '#server/library/content.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { Config } from '#server/runtime/config.ts';

/** Addresses that never serve a page. */
const NO_PAGES = /^\/(api|media|uploads|content|assets|healthz|readyz)(\/|$)/i;

/** Mounts the web app of a folder. It may be built after the server has started. */
export async function webAppRoutes(app: FastifyInstance, { webRoot, content, config }: HttpParts): Promise<void> {
  await app.register(fastifyStatic, {
    serve: false,
    // The build writes a .br and a .gz version of every text file.
    preCompressed: true,
    root: webRoot,
    suppressWarning: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names below assets/ contain a content hash.
      const isHashed = path.startsWith(join(webRoot, 'assets'));
      const isShipped = path.startsWith(content.root);
      const lasting = isShipped ? 'public, max-age=3600' : 'no-cache';
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : lasting);
    },
  });

  app.get<{ Params: { '*': string } }>(`${CONTENT_PATH}*`, { schema: { hide: true } }, async (request, reply) => {
    const file = request.params['*'];
    if (!content.files.has(file) || !existsSync(join(content.root, file))) throw new AppError('not-found');
    return reply.sendFile(file, content.root);
  });

  app.post(SHARE_PATH, {
    schema: { hide: true },
    config: { takesForm: true },
    // Before the body, which is not read.
    onRequest: async (request, reply) => {
      closeWhenUnread(request, reply);
      return reply.redirect('/?shared=nothing', 303);
    },
    handler: async () => undefined,
  });

  const pages = new AppPages(webRoot, config);
  app.setNotFoundHandler(async (request, reply) => answerUnmatched(request, reply, { webRoot, pages }));
}

async function answerUnmatched(
  request: FastifyRequest,
  reply: FastifyReply,
  { webRoot, pages }: { webRoot: string; pages: AppPages },
): Promise<FastifyReply> {
  const path = request.url.split('?')[0] ?? '/';
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && (await isAppFile(webRoot, path))) return reply.sendFile(path.slice(1), webRoot);
  const page = isRead && isPageVisit(request, path) ? await pages.read(screenAt(path) ?? 'not-found') : null;
  if (page) {
    reply.status(screenAt(path) ? 200 : 404);
    if (screenAt(path) === 'share') reply.headers(LINK_HEADERS);
    return sendPage(request, reply, page);
  }
  const allowed = methodsOf(path);
  if (allowed.length === 0 || allowed.includes(request.method)) throw new AppError('not-found');
  reply.header('allow', allowed.join(', '));
  throw new AppError('method-not-allowed');
}

/** Of the page of a link: in no search engine, no cache, and no other site's statistics. */
const LINK_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow, noarchive, nosnippet',
  'referrer-policy': 'no-referrer',
};

function sendPage({ headers }: FastifyRequest, reply: FastifyReply, page: AppPage): FastifyReply {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  reply.headers({ vary: 'accept-encoding', etag: page.etag });
  if (reply.statusCode === 200 && headers['if-none-match'] === page.etag) return reply.status(304).send();
  reply.type('text/html; charset=utf-8');
  const form = (['br', 'gzip'] as const).find((name) => accepts(headers['accept-encoding'] ?? '', name));
  if (form) reply.header('content-encoding', form);
  return reply.send(page[form ?? 'plain']);
}

/** Whether a client accepts an encoding; a quality of zero refuses it. */
function accepts(acceptEncoding: string, encoding: string): boolean {
  return acceptEncoding
    .toLowerCase()
    .split(',')
    .map((item) => item.split(';').map((part) => part.trim()))
    .some(([name, quality = '']) => name === encoding && !/^q\s*=\s*0(\.0*)?$/.test(quality));
}

/** Plain names only: no hidden files, escapes or parent folders. Source maps and raw pages are not served. */
const APP_FILE = /^(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+\.[a-z0-9]+$/;

async function isAppFile(webRoot: string, path: string): Promise<boolean> {
  if (!APP_FILE.test(path) || path.includes('..') || /\.(map|html)$/.test(path)) return false;
  const stats = await stat(join(webRoot, path)).catch(() => null);
  return stats?.isFile() ?? false;
}

function isPageVisit({ headers }: FastifyRequest, path: string): boolean {
  const wantsPage = headers.accept?.includes('text/html') ?? false;
  return !NO_PAGES.test(path) && (wantsPage || screenAt(path) !== null);
}

function methodsOf(path: string): string[] {
  const rows = Object.values(calls).filter((call) => {
    const pattern = call.path.replace(/:\w+/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(path);
  });
  return [...new Set(rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

type SiteSettings = Pick<
  Config,
  'communityUrl' | 'uploadHours' | 'resultHours' | 'google' | 'provider' | 'makeVideosOn' | 'maxShareBytes'
>;

interface AppPage {
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
    'google-sign-up': settings.google ? 'on' : 'off',
    'provider-sign-up': settings.provider ? 'on' : 'off',
    'provider-name': escaped(settings.provider?.name ?? ''),
    'make-videos-on': settings.makeVideosOn,
    'link-bytes': String(settings.maxShareBytes),
    // The longer of the two retention times: by then everything is deleted.
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
