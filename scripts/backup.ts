// `npm run backup <folder>`: copies DATA_DIR into a new folder while the server runs. First a snapshot of the database,
// then the files: a file that is added later has no row in the copy and is swept when a server starts on it. With DATABASE_URL
// and S3_URL, a new folder with the same rows and files.
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { dataFolderPaths } from '#server/files/data-folder.ts';
import { isErrno } from '#server/files/errno.ts';
import { MARKER_NAME } from '#server/files/folder-marker.ts';
import { type Config, readConfig } from '#server/runtime/config.ts';
import { moveSite } from '#server/site/move-site.ts';
import { openSharedSide, openSide } from '#server/site/open-side.ts';

/** What is not copied: the lock, the work folder, and the live database files, which the snapshot replaces. */
const EXCLUDED = /^(server\.lock.*|swingmark\.db.*|swingmark\.json.*|work|lost)$/;

try {
  const target = process.argv[2];
  if (!target) throw new Error('Please name the folder of the backup: npm run backup /backups/today');
  const config = readConfig();
  if ((config.databaseUrl === null) !== (config.s3 === null)) {
    throw new Error(
      'With only one of DATABASE_URL and S3_URL, please back up the database, the store and DATA_DIR yourself.',
    );
  }
  if (config.databaseUrl) await copyShared(config, resolve(target));
  else await copyData(config.dataDir, resolve(target));
  console.log(`Backup written to ${resolve(target)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Copies a site's rows and files into a new folder that `npm start` can open. Unfinished jobs are not copied. */
async function copyShared(config: Config, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 });
  const { DATABASE_URL: _database, S3_URL: _store, ROLE: _role, ...others } = process.env;
  const [site, copy] = [await openSharedSide(config), await openSide(readConfig({ ...others, DATA_DIR: target }))];
  try {
    await moveSite(site.side, copy.side, () => undefined);
  } finally {
    await copy.close();
    await site.close();
  }
}

async function copyData(dataDir: string, target: string): Promise<void> {
  if (!relative(dataDir, target).startsWith('..')) {
    throw new Error(`The backup cannot be inside the data folder ${dataDir}. Please name another folder.`);
  }
  await mkdir(target, { mode: 0o700 });
  try {
    // The marker first: a server refuses to start with a database older than the marker.
    await copyFile(join(dataDir, MARKER_NAME), join(target, MARKER_NAME)).catch(ignoreMissing);
    const database = new DatabaseSync(dataFolderPaths(dataDir).databaseFile, { timeout: 5_000 });
    try {
      await backup(database, join(target, 'swingmark.db'));
    } finally {
      database.close();
    }
    await copyFolder(dataDir, target, (name) => !EXCLUDED.test(name));
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

/** Files deleted during the copy are skipped. */
async function copyFolder(from: string, to: string, isWanted: (name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (!isWanted(entry.name)) continue;
    if (entry.isDirectory()) await copyFolder(source, copy, () => true);
    else if (entry.isFile()) await copyFile(source, copy).catch(ignoreMissing);
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!isErrno(error, 'ENOENT')) throw error;
}
