// Serves the built web app and the content files. Handles every other address too: page visits get the app, all other
// requests a JSON error.
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import { SHARE_PATH, screenAt } from '#contract/screens.ts';
import { closeWhenUnread } from '#server/http/body/read-body.ts';
import { CONTENT_PATH, type Content } from '#server/library/content.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { type AppPage, AppPages, type SiteSettings } from './app-page.ts';

/** Addresses that never serve a page. */
const NO_PAGES = /^\/(api|media|uploads|content|assets|healthz|readyz)(\/|$)/i;

export interface WebAppParts {
  readonly webRoot: string;
  readonly content: Content;
  readonly config: SiteSettings;
}

/** Mounts the web app of a folder. It may be built after the server has started. */
export async function webAppRoutes(app: FastifyInstance, { webRoot, content, config }: WebAppParts): Promise<void> {
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
    return sendPage(request, reply, page);
  }
  const allowed = methodsOf(path);
  if (allowed.length === 0 || allowed.includes(request.method)) throw new AppError('not-found');
  reply.header('allow', allowed.join(', '));
  throw new AppError('method-not-allowed');
}

function sendPage({ headers }: FastifyRequest, reply: FastifyReply, page: AppPage): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: page.etag });
  if (reply.statusCode === 200 && headers['if-none-match'] === page.etag) return reply.status(304).send();
  reply.type('text/html; charset=utf-8');
  const form = (['br', 'gzip'] as const).find((name) =>
    new RegExp(`\\b${name}\\b`).test(headers['accept-encoding'] ?? ''),
  );
  if (form) reply.header('content-encoding', form);
  return reply.send(page[form ?? 'plain']);
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

/** The methods of an address in the contract. */
function methodsOf(path: string): string[] {
  const rows = Object.values(calls).filter((call) => {
    const pattern = call.path.replace(/:\w+/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(path);
  });
  return [...new Set(rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}
