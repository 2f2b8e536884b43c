// The data folder: its layout, the lock that prevents a second server from using it, and the marker file that identifies it
// and the database that belongs to its files.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { StartError } from '#server/runtime/app-error.ts';
import { isDamagedDatabase } from '#server/runtime/database-error.ts';
import { isOpaqueId, newOpaqueId } from '#server/runtime/opaque-id.ts';
import { freeBytesAt } from './disk-reserve.ts';
import { nullIfMissing } from './errno.ts';
import { syncFile, syncFolder } from './finished-file.ts';
import { continueSwitch, isSwitching, type StateElsewhere } from './switch-state.ts';

export interface DataFolder {
  readonly root: string;
  readonly databaseFile: string;
  /** The buckets of the media store. */
  readonly mediaRoot: string;
  /** One folder per open upload. */
  readonly chunksRoot: string;
  /** One folder per running job. */
  readonly workRoot: string;
  /** Files without a row in the database, one folder per day; see site-sweep.ts. */
  readonly lostRoot: string;
  /** Copies of the shared store's files; see s3-media-store.ts. */
  readonly cacheRoot: string;
  /** The marker's contents when the folder was opened. */
  readonly marker: FolderMarker;
  /** Runs `work` in a new folder, which is deleted afterwards. */
  inWorkFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result>;
  freeBytes(): Promise<number>;
  /** Writes and deletes a small file. Throws the file system's error when that fails. */
  tryWriting(): Promise<void>;
  release(): void;
}

export function dataFolderPaths(root: string) {
  return {
    root,
    databaseFile: join(root, 'swingmark.db'),
    mediaRoot: join(root, 'media'),
    chunksRoot: join(root, 'chunks'),
    workRoot: join(root, 'work'),
    lostRoot: join(root, 'lost'),
    cacheRoot: join(root, 'cache'),
  };
}

/**
 * Opens the data folder, creating it if necessary. Throws a `StartError` when another server is using it, or when it
 * contains files that are not Swingmark's. `elsewhere`: for a site that has not all of its data in the folder.
 */
export async function openDataFolder(root: string, elsewhere: StateElsewhere | null = null): Promise<DataFolder> {
  const paths = dataFolderPaths(root);
  await mkdir(root, { recursive: true, mode: 0o700 });
  // In the middle of a switch the marker may be on its way.
  if (!(await isSwitching(root))) await markedAsOurs(root);
  const lock = await lockFolder(root);
  const marker = await continueSwitch(root, elsewhere).then(
    () => markedAsOurs(root),
    (error: unknown) => {
      lock.close();
      throw error;
    },
  );
  for (const folder of [paths.mediaRoot, paths.chunksRoot, paths.workRoot]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  await emptyWorkFolder(paths.workRoot);
  return {
    ...paths,
    marker,
    inWorkFolder: async (work) => {
      const folder = join(paths.workRoot, newOpaqueId());
      await mkdir(folder, { mode: 0o700 });
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    freeBytes: () => freeBytesAt(root),
    tryWriting: async () => {
      const path = join(paths.workRoot, newOpaqueId());
      await writeFile(path, 'readiness');
      await rm(path);
    },
    release: () => lock.close(),
  };
}

/** The names in a folder of a version without the marker. */
const OLDER_VERSIONS_NAMES =
  /^(swingmark\.db(-wal|-shm)?|server\.lock(-journal)?|media|chunks|work|lost|outbox|admin-password\.json|spare-space)$/;
/** Files that file systems and desktops create. */
const NOT_COUNTED = /^(lost\+found|\.DS_Store|\.gitkeep|desktop\.ini)$/;

/** The folder's marker; an empty folder and one of an older version get a new one. */
async function markedAsOurs(root: string): Promise<FolderMarker> {
  const marker = await readMarker(root);
  if (marker) return marker;
  const names = (await readdir(root)).filter((name) => !NOT_COUNTED.test(name));
  const isOlderVersions = names.includes('swingmark.db') && names.every((name) => OLDER_VERSIONS_NAMES.test(name));
  const isInterruptedStart = names.every((name) => name === `${MARKER_NAME}.part`);
  if (!isOlderVersions && !isInterruptedStart) {
    throw new StartError(
      `The folder ${root} is not empty and was not made by Swingmark, so nothing in it was touched. ` +
        'Please set DATA_DIR to a new or an empty folder.',
    );
  }
  await writeMarker(root, NEW_MARKER);
  return NEW_MARKER;
}

/** Deletes what the last server's jobs left; they start again. Other names are not ours to delete. */
async function emptyWorkFolder(workRoot: string): Promise<void> {
  const names = (await readdir(workRoot)).filter(isOpaqueId);
  for (const name of names) await rm(join(workRoot, name), { recursive: true, force: true });
}

/** A lock that the operating system releases when the process dies. */
async function lockFolder(root: string): Promise<DatabaseSync> {
  const path = join(root, 'server.lock');
  try {
    return lock(path);
  } catch (error) {
    if (!isDamagedDatabase(error)) {
      throw new StartError(`Another Swingmark server is using the folder ${root}. Please stop it first.`, {
        cause: error,
      });
    }
    // The lock file holds no data: a damaged one is recreated.
    await rm(path, { force: true });
    return lock(path);
  }
}

function lock(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec(
      'pragma locking_mode = exclusive; begin exclusive; create table if not exists owner(pid integer); commit',
    );
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

export const MARKER_NAME = 'swingmark.json';

const Marker = z.object({
  format: z.literal(1),
  /** The id of the database that the files belong to; null until one is opened. */
  databaseId: z.string().nullable(),
  /** When that database was last known to be in use, in milliseconds since 1970. */
  usedAt: z.number(),
});

type FolderMarker = z.output<typeof Marker>;

/** The marker of a folder in which no database has been opened yet. */
const NEW_MARKER: FolderMarker = { format: 1, databaseId: null, usedAt: 0 };

/** Reads the marker; null if there is none. Throws a `StartError` if it cannot be read. */
async function readMarker(root: string): Promise<FolderMarker | null> {
  const path = join(root, MARKER_NAME);
  const text = await readFile(path, 'utf8').catch(nullIfMissing);
  if (text === null) return null;
  try {
    return Marker.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(`${path} cannot be read. Please restore it from a backup, or delete it and start again.`, {
      cause,
    });
  }
}

/** Writes the marker atomically. */
export async function writeMarker(root: string, marker: FolderMarker): Promise<void> {
  const path = join(root, MARKER_NAME);
  await writeFile(`${path}.part`, `${JSON.stringify(marker)}\n`, { mode: 0o600 });
  await syncFile(`${path}.part`);
  await rename(`${path}.part`, path);
  await syncFolder(root);
}
