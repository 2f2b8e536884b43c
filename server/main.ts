// Starts the server: reads the settings, listens, and stops gracefully.
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { confirmSwitch, isOnTrial } from '#server/files/switch-state.ts';
import { type Config, readConfig } from '#server/runtime/config.ts';
import { armFaultPoints, faultPoint } from '#server/runtime/fault-point.ts';
import { logOptions } from '#server/runtime/log-options.ts';
import { deleteAccountOfSite } from '#server/site/delete-account.ts';
import { fillLibrary } from '#server/site/fill-library.ts';
import { contentRootOf, openSite, toolsOf } from '#server/site/open-site.ts';
import { createApp } from './app.ts';
import { startProblem } from './start-problem.ts';

/** After this the process exits, whatever is still running. */
const STOP_WITHIN_MS = 10_000;
/** How long restored data may take until the server is ready with them. */
const READY_WITHIN_MS = 30_000;
const ASK_EVERY_MS = 250;

// Only the server's user may access files in the data folder.
process.umask(0o077);

let config: Config | null = null;
try {
  config = readConfig();
  if (config.faultPointFile) armFaultPoints(config.faultPointFile);
  const [, , command, argument = ''] = process.argv;
  if (command === 'migrate') await prepare(config);
  else if (command === 'delete-account') {
    const isDeleted = await deleteAccountOfSite(config, argument);
    console.log(isDeleted ? 'The account is deleted.' : 'Nothing is stored of this address.');
  } else await start(config);
} catch (error) {
  console.error(startProblem(error, config) ?? error);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  let { server, address } = await listen(config);
  // An unhandled rejection affects one request at most. An uncaught exception may leave inconsistent state, so the
  // server then stops gracefully.
  process.on('unhandledRejection', (err) => server.log.error({ err }, 'Unhandled rejection'));
  const grace = { delay: STOP_WITHIN_MS, logger: server.log, skip: ['unhandledRejection' as const] };
  closeWithGrace(grace, async ({ err }) => {
    if (err) server.log.fatal({ err }, 'Uncaught exception; stopping');
    await server.close();
  });
  if (config.parentFd > 0) stopWithParent(config.parentFd);
  const what = config.role === 'worker' ? 'A worker of Swingmark' : 'Swingmark';
  console.log(`${what} is at ${config.role === 'worker' ? address : (config.publicOrigin ?? address)}`);

  /** Listens on the port that it had, with other data or settings. */
  async function reopen(): Promise<void> {
    const port = Number(new URL(address).port);
    await server.close();
    ({ server, address } = await listen({ ...config, port }));
  }

  async function listen(settings: Config): Promise<Listening> {
    const opened = await openOrReturn(settings, () => {
      reopen().catch((error: unknown) => {
        console.error(startProblem(error, config) ?? error);
        process.exit(1);
      });
    });
    if (opened.oneTimeCode) {
      console.log(
        `To set this site up, open /admin. The one-time code is ${opened.oneTimeCode}\nThe next start prints another one, until you have chosen a password there or by ADMIN_PASSWORD.`,
      );
    }
    return opened;
  }
}

/** Opens the server and listens. Restored data that it does not become ready with are taken back before anybody sees them. */
async function openOrReturn(config: Config, toReopen: () => void): Promise<Listening> {
  const opened = await open(config, toReopen).catch(async (error: unknown) => {
    if (!(await isOnTrial(config.dataDir))) throw error;
    console.error('The restored data cannot be used, so the earlier ones come back:', error);
    return null;
  });
  if (opened && !(await isOnTrial(config.dataDir))) return listening(opened, config);
  if (opened && (await becomesReady(opened))) {
    await confirmSwitch(config.dataDir);
    return listening(opened, config);
  }
  await opened?.server.close();
  // The next opening of the folder takes them back.
  return openOrReturn(config, toReopen);
}

async function listening(opened: Opened, { port, host }: Pick<Config, 'port' | 'host'>): Promise<Listening> {
  return { ...opened, address: await opened.server.listen({ port, host }) };
}

async function becomesReady({ server, isReady }: Opened): Promise<boolean> {
  try {
    faultPoint('restore-on-trial');
    for (let waitedMs = 0; waitedMs < READY_WITHIN_MS; waitedMs += ASK_EVERY_MS) {
      if (await isReady()) return true;
      await sleep(ASK_EVERY_MS);
    }
  } catch (err) {
    server.log.error({ err }, 'The restored data could not be tried');
  }
  return false;
}

interface Opened {
  readonly server: FastifyInstance;
  readonly oneTimeCode: string | null;
  isReady(): Promise<boolean>;
}

interface Listening extends Opened {
  readonly address: string;
}

async function open(config: Config, toReopen: () => void): Promise<Opened> {
  if (config.role !== 'worker') return createApp({ config, reopen: toReopen });
  const { createWorker } = await import('./worker.ts');
  return { server: await createWorker(config), oneTimeCode: null, isReady: async () => true };
}

/** Stops the server when its parent process exits, even when that was killed. */
function stopWithParent(fd: number): void {
  const pipe = new Socket({ fd, readable: true, writable: false });
  const stop = () => process.kill(process.pid, 'SIGTERM');
  pipe.once('end', stop).once('error', stop).unref().resume();
}

/**
 * `migrate`: prepares the database and the store of a site before its processes start: tables, queues, library. Safe while
 * processes of the last version run.
 */
async function prepare(config: Config): Promise<void> {
  const { log } = Fastify({ logger: logOptions(config) });
  // Any process may prepare the site, whatever its role will be.
  const site = await openSite({ config: { ...config, role: 'all' }, contentRoot: contentRootOf(config), log });
  try {
    if (config.databaseUrl !== null) {
      const { openBoss } = await import('#server/jobs/boss.ts');
      const carrier = await openBoss({ url: config.databaseUrl, works: false, migrates: true, log });
      await carrier.close();
    }
    await fillLibrary(site, toolsOf(site));
  } finally {
    await site.close();
  }
  console.log('The database is ready for this version of Swingmark.');
}
