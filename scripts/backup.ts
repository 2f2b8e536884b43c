// `npm run backup <folder>`: copies DATA_DIR into a new folder while the server runs: a file that is added later has no row in the
// copy and is swept when a server starts on it. With DATABASE_URL and S3_URL, writes a new folder with the same rows and files. The
// folder appears when it is complete.
import { existsSync, rmSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { copySite } from '#server/backup/site-copy.ts';
import { type Config, readConfig } from '#server/runtime/config.ts';
import { moveSite, openSharedSide, openSide } from '#server/site/move-site.ts';
import { operatorProblem } from '#server/start-problem.ts';

/** Names a folder as an unfinished backup, which the next one may delete. */
const UNFINISHED = 'unfinished-backup';

process.umask(0o077);
try {
  const target = process.argv[2];
  if (!target) throw new Error('Please name the folder of the backup: npm run backup /backups/today');
  const config = readConfig();
  if ((config.databaseUrl === null) !== (config.s3 === null)) {
    throw new Error(
      'With only one of DATABASE_URL and S3_URL, please back up the database, the store and DATA_DIR yourself.',
    );
  }
  await completely(resolve(target), (folder) =>
    config.databaseUrl ? copyShared(config, folder) : copyData(config.dataDir, resolve(target), folder),
  );
  console.log(`Backup written to ${resolve(target)}`);
} catch (error) {
  console.error(operatorProblem(error));
  process.exitCode = 1;
}

/** Makes a folder beside its final name. Nothing remains of a backup that failed or was stopped. */
async function completely(target: string, make: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists already. Please name a new folder.`);
  const [part, marker] = [`${target}.part`, join(`${target}.part`, UNFINISHED)];
  // An interrupted backup left these.
  if (existsSync(marker)) await rm(part, { recursive: true });
  await mkdir(part, { mode: 0o700 });
  await writeFile(marker, '');
  const stop = () => {
    // The database may be writing still.
    rmSync(part, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
    process.exit(1);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop).once('SIGHUP', stop);
  try {
    // Created by the copy alone: a second creation could bring it back while `stop` deletes it.
    const folder = join(part, 'data');
    await make(folder);
    await rename(folder, target);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** Copies a site's rows and files into a new folder that `npm start` can open. Unfinished jobs are not copied. */
async function copyShared(config: Config, folder: string): Promise<void> {
  const { DATABASE_URL: _database, S3_URL: _store, ROLE: _role, ...others } = process.env;
  const site = await openSharedSide(config);
  try {
    const copy = await openSide(readConfig({ ...others, DATA_DIR: folder }));
    try {
      await moveSite(site.side, copy.side, () => undefined);
    } finally {
      await copy.close();
    }
  } finally {
    await site.close();
  }
}

async function copyData(dataDir: string, target: string, folder: string): Promise<void> {
  if (!relative(dataDir, target).startsWith('..')) {
    throw new Error(`The backup cannot be inside the data folder ${dataDir}. Please name another folder.`);
  }
  const { damaged } = await copySite({
    from: dataDir,
    to: folder,
    scope: 'all',
    now: Date.now(),
    reserveBytes: 0,
    signal: new AbortController().signal,
    onFile: () => undefined,
  });
  if (damaged.length > 0) console.warn(`${damaged.length} files were damaged already: npm run integrity names them.`);
}
