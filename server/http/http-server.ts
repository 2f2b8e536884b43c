// The HTTP server: hooks for every request (limits, headers, errors, log lines), the mounted calls, and the document of the API with
// a page that shows it.
import { isIP } from 'node:net';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import type { StaticDocumentSpec } from '@fastify/swagger';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { SHARE_PAGE_PATH } from '#contract/screens.ts';
import { DELETION_PATH } from '#server/accounts/account-deletion.ts';
import type { SessionStore } from '#server/accounts/session-store.ts';
import { CONFIRM_PATH } from '#server/accounts/sign-up.ts';
import { acceptOnlyJson } from '#server/http/body/read-body.ts';
import { accountRoutes } from '#server/http/calls/accounts.ts';
import { backupRoutes } from '#server/http/calls/backups.ts';
import { golferRoutes } from '#server/http/calls/golfers.ts';
import { mergeRoutes } from '#server/http/calls/merges.ts';
import { settingsRoutes } from '#server/http/calls/settings.ts';
import { shareRoutes } from '#server/http/calls/shares.ts';
import { uploadRoutes } from '#server/http/calls/uploads.ts';
import {
  limitConnections,
  limitSlowRequests,
  limitUnanswered,
  trustedProxies,
} from '#server/http/guards/connections.ts';
import { Administrator, isHttps, SignIns, Visitors } from '#server/http/identity/cookies.ts';
import { mediaRoutes } from '#server/http/media/media.ts';
import { metricsRoutes } from '#server/http/ops/metrics.ts';
import { healthRoutes } from '#server/http/ops/readiness.ts';
import { webAppRoutes } from '#server/http/pages/web-app.ts';
import type { HttpParts } from '#server/http/parts/http-parts.ts';
import { answerError } from '#server/http/route/route.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { logOptions } from '#server/runtime/log-options.ts';

type Identity = 'visitors' | 'signIns' | 'administrator' | 'isSecure';

interface MountParts extends Omit<HttpParts, Identity> {
  readonly sessions: SessionStore;
  /** Runs when the server begins to stop; no new jobs are accepted from then on. */
  readonly beforeClose: () => Promise<void>;
  /** Runs after the last response. */
  readonly afterClose: () => Promise<void>;
}

/** An HTTP server with its logger, before its calls are mounted. */
interface HttpServer {
  readonly fastify: FastifyInstance;
  mount(parts: MountParts): Promise<void>;
}

/** The default body limit; some calls set their own. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** Longer than any id or handle. */
const MAX_PARAMETER = 300;

export function createHttpServer(options: {
  logLevel: string;
  newRequestId: () => string;
  /** The proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: readonly string[];
  /** How many connections, and requests in progress, a network may have. */
  maxConnectionsOfNetwork: number;
}): HttpServer {
  const fastify = Fastify({
    logger: logOptions(options),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: options.newRequestId,
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: limitConnections({
      maxOfNetwork: options.maxConnectionsOfNetwork,
      isProxy: trustedProxies(options.trustedProxies),
    }),
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAMETER },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  return { fastify, mount: (parts) => mount(fastify, parts) };
}

async function mount(app: FastifyInstance, given: MountParts): Promise<void> {
  const { config, accounts } = given;
  const { publicOrigin } = config;
  const isSecure = isHttps(publicOrigin);
  const visitors = new Visitors({ sessions: given.sessions, limits: accounts.limits, isSecure });
  const signIns = new SignIns(isSecure);
  const administrator = new Administrator(accounts.access, signIns, config);
  const parts: HttpParts = { ...given, visitors, signIns, administrator, isSecure };

  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  logRequests(app, config.logsIps);
  stopGracefully(app, given);
  limitUnanswered(app, config.maxConnectionsOfNetwork);
  await setSecurityHeaders(app, isSecure);
  keepAnswersPrivate(app);
  refuseOtherSites(app, publicOrigin, accounts.oneTimeCode !== null);
  acceptOnlyJson(app);
  limitSlowRequests(app, { bodyTimeoutMs: config.bodyTimeoutMs });
  await app.register(cookie);
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Swingmark', version: '1' } },
    transform: jsonSchemaTransform,
  });

  metricsRoutes(app, config.metricsToken, parts);
  await accountRoutes(app, parts);
  await backupRoutes(app, parts);
  settingsRoutes(app, parts);
  golferRoutes(app, parts);
  uploadRoutes(app, parts);
  shareRoutes(app, parts);
  mergeRoutes(app, parts);
  mediaRoutes(app, parts);
  healthRoutes(app, parts.readiness);
  apiDocsRoutes(app);
  await webAppRoutes(app, parts);
}

/** One line per request, without cookies and bodies. The log's JSON escapes control characters. */
function logRequests(app: FastifyInstance, logsIps: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, ip } = request;
    const answer = { status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info({ method, url: loggedAddress(request.url), ...(logsIps && { ip }), ...answer }, 'request');
  });
}

/** Paths that end in a secret: the token of a mailed link, or the id of a link, which is also that of its upload. */
const WITH_A_SECRET = [
  CONFIRM_PATH,
  DELETION_PATH,
  SHARE_PAGE_PATH,
  '/api/shares/',
  '/api/admin/shares/',
  '/api/uploads/',
];

/** Without the query (a provider's return), and without the secret. */
function loggedAddress(url: string): string {
  const [path = ''] = url.split('?');
  const secret = WITH_A_SECRET.find((prefix) => path.startsWith(prefix));
  return secret === undefined ? path.slice(0, 300) : `${secret}…`;
}

/** How long responses in progress may take once the jobs have ended. */
const LAST_ANSWERS_MS = 1_500;

function stopGracefully(app: FastifyInstance, { beforeClose, afterClose }: MountParts): void {
  let isStopping = false;
  app.addHook('onRequest', async (_request, reply) => {
    if (!isStopping) return;
    reply.header('connection', 'close');
    throw new AppError('stopping');
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    await beforeClose();
    setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS).unref();
  });
  app.addHook('onClose', afterClose);
}

/** The range films and a lesson is spoken; the pages use nothing else that browsers ask visitors for. */
const PERMISSIONS = [
  ...['camera', 'microphone', 'fullscreen', 'screen-wake-lock'].map((name) => `${name}=(self)`),
  ...['accelerometer', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'midi'],
  ...['payment', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map((feature) => (feature.includes('=') ? feature : `${feature}=()`))
  .join(', ');

/** Sets the headers. `isSecure`: the server is reached by https. */
async function setSecurityHeaders(app: FastifyInstance, isSecure: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        // The pages show and read the visitor's own files through blob: URLs.
        'media-src': ["'self'", 'blob:'],
        'img-src': ["'self'", 'blob:', 'data:'],
        'connect-src': ["'self'", 'blob:'],
        'worker-src': ["'self'", 'blob:'],
        // WebAssembly runs the body model; it allows no script, and no eval.
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        // Radix locks scrolling behind dialogs with a style element.
        'style-src': ["'self'", "'unsafe-inline'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    hsts: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
  });
  app.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', PERMISSIONS));
}

/** A cache on the way must not give one visitor's answer to another. Answers that may be kept say so themselves. */
function keepAnswersPrivate(app: FastifyInstance): void {
  app.addHook('onSend', async ({ url }, reply) => {
    if (url.startsWith('/api') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Checks every request that can change state. Clients other than browsers send neither header and are allowed. */
function refuseOtherSites(app: FastifyInstance, publicOrigin: string | null, isNew: boolean): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.includes(request.method)) return;
    // A new site does not know its name yet. Whoever sets it up has the code from the log.
    const isSettingUp = isNew && request.url.startsWith('/api/admin/');
    if (!isSettingUp && !isOwnHost(request.hostname, publicOrigin)) {
      request.log.warn(
        { host: request.hostname },
        'Refused a foreign host name. Is PUBLIC_URL set to the site\u2019s address?',
      );
      throw new AppError('cross-site');
    }
    if (!isOwn(request, publicOrigin)) throw new AppError('cross-site');
  });
}

function isOwn({ headers, protocol }: FastifyRequest, publicOrigin: string | null): boolean {
  // A page cannot forge this header; `none` means that the visitor entered the address.
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  return origin === undefined || origin === publicOrigin || origin === `${protocol}://${host}`;
}

/**
 * Whether a host name may be ours. Another site can point its own name at this machine (DNS rebinding), which makes
 * both the same origin to the browser. IP addresses and local network names cannot be abused that way.
 */
function isOwnHost(hostname: string, publicOrigin: string | null): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isLocalName = !name.includes('.') || name.endsWith('.local') || name.endsWith('.localhost');
  return isIP(name) > 0 || isLocalName || (publicOrigin !== null && name === new URL(publicOrigin).hostname);
}

const PAGE = '/api/docs';

/** Requires `@fastify/swagger`, registered before the routes that the document describes. */
function apiDocsRoutes(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } };
  app.get('/api/openapi.json', hidden, async () => app.swagger());
  // Loaded when it is first asked for: loading takes as long as a tenth of the server's start.
  let opening: Promise<FastifyInstance> | null = null;
  for (const path of [PAGE, `${PAGE}/*`]) {
    app.get(path, hidden, async ({ url }, reply) => {
      // The types of this option do not know OpenAPI 3.1.
      opening ??= openPage(app.swagger() as StaticDocumentSpec['document']);
      const docs = await opening;
      const { statusCode, headers, rawPayload } = await docs.inject({ method: 'GET', url });
      return reply.code(statusCode).headers(headers).send(rawPayload);
    });
  }
  app.addHook('onClose', async () => (await opening)?.close());
}

async function openPage(document: StaticDocumentSpec['document']): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const docs = Fastify();
  await docs.register(swagger, { mode: 'static', specification: { document } });
  await docs.register(swaggerUi, { routePrefix: PAGE, uiConfig: { supportedSubmitMethods: [] } });
  return docs;
}
