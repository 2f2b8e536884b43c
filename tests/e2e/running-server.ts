// The real server as a separate process on a free port, with the built pages and the shipped library, for browser tests.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillWithLibrary } from '#tests/faults/site/seeded-folder.ts';
import { startServerProcess } from '#tests/server/server-process.ts';

/** A running server. */
export interface RunningServer {
  /** Its origin, such as `http://127.0.0.1:43210`. */
  readonly origin: string;
  readonly dataDir: string;
  /** The lines of its log. */
  readonly log: readonly string[];
  /** Stops it and removes its folder. */
  readonly stop: () => Promise<void>;
  /** Restarts it on the same folder and port. */
  readonly restart: () => Promise<void>;
}

const PROJECT_ROOT = join(import.meta.dirname, '..', '..');

export const SITE_ADMIN_PASSWORD = 'the fairways are wide today';

/**
 * The settings of every server of the browser tests. Each visitor has its own IP address (site.ts), so that limits per
 * address apply to each visitor separately.
 */
const SITE_SETTINGS = {
  TRUSTED_PROXIES: 'loopback',
  ADMIN_PASSWORD: SITE_ADMIN_PASSWORD,
  // The tests of videos made on the device set it otherwise.
  MAKE_VIDEOS_ON: 'server',
} as const;

/**
 * Starts the server; `settings` are as the environment gives them. The pages must be built: `npm test` does that first.
 */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  if (!existsSync(join(PROJECT_ROOT, 'dist/web/index.html'))) throw new Error('Build the pages first: npm run build');
  const dataDir = await mkdtemp(join(tmpdir(), 'swingmark-e2e-'));
  await fillWithLibrary(dataDir);
  const log: string[] = [];
  const start = (port: string) =>
    startServerProcess(dataDir, {
      settings: { ...SITE_SETTINGS, ...settings, PORT: port },
      onLine: (line) => log.push(line),
    });
  let server = await start('0');
  const origin = server.url;
  return {
    origin,
    dataDir,
    log,
    stop: async () => {
      await server.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
    restart: async () => {
      await server.end('SIGTERM');
      server = await start(new URL(origin).port);
    },
  };
}
