// `npm run dev`: Vite serves the pages from their sources, with hot reload, and forwards everything else to a server that restarts
// when its sources change. The pages have the server's settings and content security policy.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { build, createServer, type Plugin } from 'vite';
import launch from '#server/launch.json' with { type: 'json' };

const HOST = '127.0.0.1';
const root = join(import.meta.dirname, '..');
const serverPort = await freePort();
const target = `http://${HOST}:${serverPort}`;
/** The server's addresses; web/api holds sources, which are Vite's. */
const CALLS = String.raw`^/(?!.*\.tsx?\b)(api|uploads|media|content|share-target|healthz|readyz)([/?]|$)`;
const SERVER_SOURCES = ['server', 'domain', 'contract'].map((name) => join(root, name));
/** Vite's own inline script carries this; no other inline script runs, as on a built site. */
const NONCE = 'vite';

const port = Number(process.env.PORT ?? 3000) || (await freePort());
const origin = `http://${HOST}:${port}`;
let isStopping = false;
let server = startServer();
const vite = await createServer({
  configFile: join(root, 'web/vite.config.ts'),
  appType: 'custom',
  html: { cspNonce: NONCE },
  plugins: [pagesOfServer(), classicWorkers()],
  server: { host: HOST, port, strictPort: true, proxy: { [CALLS]: target } },
});
await vite.listen();
vite.watcher.add(SERVER_SOURCES).on('all', (_, file) => {
  if (SERVER_SOURCES.some((source) => file.startsWith(source)) && !file.includes('.test.')) restartServer();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit());
console.log(`Swingmark is at ${origin}`);

/** Starts the server, which ends with this process. */
function startServer(): ChildProcess {
  isStopping = false;
  return spawn(process.execPath, [...launch.nodeOptions, '--env-file-if-exists=.env', 'scripts/dev-server.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { LOG_LEVEL: 'warn', PUBLIC_URL: origin, ...process.env, HOST, PORT: String(serverPort) },
  });
}

/** Several changes at once, and changes while it stops, start one server. */
function restartServer(): void {
  if (isStopping) return;
  isStopping = true;
  console.log('The server restarts');
  const restart = () => {
    server = startServer();
  };
  // It may have ended by itself: a change that it could not start with.
  if (server.exitCode !== null || server.signalCode !== null) restart();
  else server.once('exit', restart).kill();
}

/** Serves page visits: the server's answer, completed by Vite. */
function pagesOfServer(): Plugin {
  return {
    name: 'pages-of-server',
    configureServer: (vite) => () => {
      vite.middlewares.use((request, response, next) => {
        const path = request.url ?? '/';
        if (!request.headers.accept?.includes('text/html')) return next();
        const answer = async () => {
          const page = await whenStarted(() => fetch(target + path, { headers: { accept: 'text/html' } }));
          const html = await page.text();
          const policy = page.headers.get('content-security-policy') ?? '';
          response.statusCode = page.status;
          response.setHeader('content-type', page.headers.get('content-type') ?? 'text/html');
          response.setHeader(
            'content-security-policy',
            policy.replace("script-src 'self'", `script-src 'self' 'nonce-${NONCE}'`),
          );
          response.end(await vite.transformIndexHtml(path, html));
        };
        answer().catch(next);
      });
    },
  };
}

/** Bundles classic workers: Vite leaves imports in them, which only module workers know. */
function classicWorkers(): Plugin {
  return {
    name: 'classic-workers',
    enforce: 'pre',
    async load(id) {
      const [entry = '', query = ''] = id.split('?');
      if (!query.includes('type=classic')) return null;
      const built = await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'error',
        plugins: [addressesInDevelopment()],
        build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'worker' } },
      });
      const chunk = [built].flat().flatMap((result) => ('output' in result ? result.output : []))[0];
      if (chunk?.type !== 'chunk') throw new Error(`No code of ${entry}`);
      for (const file of chunk.moduleIds) if (file.startsWith(root)) this.addWatchFile(file);
      return chunk.code;
    },
  };
}

/** Where Vite's server has the files that a worker loads. */
function addressesInDevelopment(): Plugin {
  const PREFIX = '\0address:';
  return {
    name: 'addresses-in-development',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('?url')) return null;
      const found = await this.resolve(source.slice(0, -'?url'.length), importer, { skipSelf: true });
      return found && PREFIX + found.id;
    },
    load: (id) => (id.startsWith(PREFIX) ? `export default ${JSON.stringify(`/@fs${id.slice(PREFIX.length)}`)}` : null),
  };
}

/** Asks again while the server starts. */
async function whenStarted(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    try {
      return await ask();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createTcpServer().once('error', reject);
    probe.listen(0, HOST, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
