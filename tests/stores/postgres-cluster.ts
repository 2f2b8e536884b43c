// A private PostgreSQL cluster in a temporary folder, reached through a socket: no port, no settings, no root needed.
import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres, libraryPath } from '#scripts/find-stores.mjs';

const run = promisify(execFile);
/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
/**
 * No data has to survive a crash of this machine, so nothing waits for the disk. Commits are written to the log before
 * they are acknowledged, so that a killed cluster still has them.
 */
const SETTINGS =
  "-c listen_addresses='' -c fsync=off -c synchronous_commit=on -c full_page_writes=off -c autovacuum=off -c jit=off -c max_connections=300";

/** A running cluster. */
export interface PostgresCluster {
  /** The address of a database in it. */
  urlOf(database: string): string;
  /** Stops it as in a power failure, or as an administrator does, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** The processes of the cluster, its connections' among them. */
  pids(): Promise<readonly number[]>;
  /** Stops it and deletes its folder. */
  remove(): Promise<void>;
}

/** Starts a cluster. */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const programs = findPostgres();
  if (programs === null) throw new Error('There is no PostgreSQL on this machine');
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-pg-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    await chmod(folder, 0o755);
    await chown(folder, NOBODY, NOBODY);
  }
  const libraries = libraryPath(programs);
  const env = { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) };
  const asOwner = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  const execute = async (program: string, args: readonly string[]) => {
    const [first = '', ...rest] = [...asOwner, join(programs, program), ...args];
    await run(first, rest, { env, cwd: folder });
  };
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  const start = () =>
    execute('pg_ctl', [
      '-D',
      data,
      '-w',
      '-s',
      '-t',
      '120',
      '-l',
      log,
      '-o',
      `-k ${folder} ${SETTINGS}`,
      'start',
    ]).catch(async (cause: unknown) => {
      throw new Error(`PostgreSQL did not start: ${await readFile(log, 'utf8').catch(String)}`, { cause });
    });
  const stop = () => execute('pg_ctl', ['-D', data, '-w', '-s', '-t', '120', '-m', 'immediate', 'stop']);
  const remove = async () => {
    await stop().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await execute('initdb', [
      ...['-D', data, '-U', 'swingmark', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
    ]);
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  const restart = async () => {
    await stop();
    await start();
  };
  const pids = async () => {
    const [main = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    const children = await readFile(`/proc/${main}/task/${main}/children`, 'utf8').catch(() => '');
    return [main, ...children.split(' ')].filter((pid) => pid !== '').map(Number);
  };
  return { urlOf: (name) => `postgres://swingmark@/${name}?host=${folder}`, restart, stop, start, pids, remove };
}
