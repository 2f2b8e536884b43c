// Starts the server: reads the settings, listens, and stops gracefully.
import { Socket } from 'node:net';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { type Config, readConfig } from '#server/runtime/config.ts';
import { armFaultPoints } from '#server/runtime/fault-point.ts';
import { logOptions } from '#server/runtime/log-options.ts';
import { deleteAccountOfSite } from '#server/site/delete-account.ts';
import { fillLibrary } from '#server/site/fill-library.ts';
import { contentRootOf, openSite, toolsOf } from '#server/site/open-site.ts';
import { createApp } from './app.ts';
import { startProblem } from './start-problem.ts';

/** After this the process exits, whatever is still running. */
const STOP_WITHIN_MS = 10_000;

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
  const { server, generatedAdminPassword } = await open(config);
  // An unhandled rejection affects one request at most. An uncaught exception may leave inconsistent state, so the
  // server then stops gracefully.
  process.on('unhandledRejection', (err) => server.log.error({ err }, 'Unhandled rejection'));
  const grace = { delay: STOP_WITHIN_MS, logger: server.log, skip: ['unhandledRejection' as const] };
  closeWithGrace(grace, async ({ err }) => {
    if (err) server.log.fatal({ err }, 'Uncaught exception; stopping');
    await server.close();
  });
  if (config.parentFd > 0) stopWithParent(config.parentFd);
  const address = await server.listen({ port: config.port, host: config.host });
  if (generatedAdminPassword) {
    console.log(
      `The administrator's password is ${generatedAdminPassword}\nIt is shown only this once. Set ADMIN_PASSWORD to choose your own.`,
    );
  }
  const what = config.role === 'worker' ? 'A worker of Swingmark' : 'Swingmark';
  console.log(`${what} is at ${config.role === 'worker' ? address : (config.publicOrigin ?? address)}`);
}

async function open(config: Config): Promise<{ server: FastifyInstance; generatedAdminPassword: string | null }> {
  if (config.role !== 'worker') return createApp({ config });
  const { createWorker } = await import('./worker.ts');
  return { server: await createWorker(config), generatedAdminPassword: null };
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
