// `npm run backup <folder>`: copies what DATA_DIR keeps into a new folder while the server runs. The database first, as of
// one moment, and then the files: a file that comes later has no row in the copy and is swept when the copy is started.
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { dataFolderPaths } from '#server/files/data-folder.ts';
import { isErrno } from '#server/files/errno.ts';
import { MARKER_NAME } from '#server/files/folder-marker.ts';
import { readConfig } from '#server/runtime/config.ts';

/** What is not kept: the server's lock, work that is under way, and the database's own files beside the copy of it. */
const LEFT_OUT = /^(server\.lock.*|swingmark\.db.*|swingmark\.json.*|work|lost)$/;

try {
  const target = process.argv[2];
  if (!target) throw new Error('Please name the folder of the backup: npm run backup /backups/today');
  await copyData(readConfig().dataDir, resolve(target));
  console.log(`The backup is in ${resolve(target)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function copyData(dataDir: string, target: string): Promise<void> {
  if (!relative(dataDir, target).startsWith('..')) {
    throw new Error(`The backup cannot be inside the data folder ${dataDir}. Please name another folder.`);
  }
  await mkdir(target, { mode: 0o700 });
  try {
    // The marker first: beside a database that is older than it, the copy would not start.
    await copyFile(join(dataDir, MARKER_NAME), join(target, MARKER_NAME)).catch(unlessGone);
    const database = new DatabaseSync(dataFolderPaths(dataDir).databaseFile, { timeout: 5_000 });
    try {
      await backup(database, join(target, 'swingmark.db'));
    } finally {
      database.close();
    }
    await copyFolder(dataDir, target, (name) => !LEFT_OUT.test(name));
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

/** What goes while it is being copied was not to be kept. */
async function copyFolder(from: string, to: string, isWanted: (name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true }).catch(unlessGone);
  for (const entry of entries ?? []) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (!isWanted(entry.name)) continue;
    if (entry.isDirectory()) await copyFolder(source, copy, () => true);
    else if (entry.isFile()) await copyFile(source, copy).catch(unlessGone);
  }
}

function unlessGone(error: unknown): undefined {
  if (!isErrno(error, 'ENOENT')) throw error;
}
