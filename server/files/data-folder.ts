// The folder that holds everything that is kept, its parts, and the lock that keeps a second server out of it.
import { mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';

/** The parts of the data folder. */
export interface DataFolder {
  readonly databaseFile: string;
  /** The buckets of the media store. */
  readonly mediaRoot: string;
  /** One folder per upload that is still being received. */
  readonly chunksRoot: string;
  /** One folder per piece of work that is running; empty when nothing runs. */
  readonly workRoot: string;
  /** Has a piece of work done in a folder of its own, which is gone afterwards. */
  inWorkFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result>;
  /** How many bytes are free on its disk. */
  freeBytes(): Promise<number>;
  /** Lets another server have it. */
  release(): void;
}

/** Where the parts of a data folder are. */
export function dataFolderPaths(root: string) {
  return {
    databaseFile: join(root, 'swingmark.db'),
    mediaRoot: join(root, 'media'),
    chunksRoot: join(root, 'chunks'),
    workRoot: join(root, 'work'),
  };
}

/** Opens the data folder, making it when it is not there. Throws when another server is using it. */
export async function openDataFolder(root: string): Promise<DataFolder> {
  const parts = dataFolderPaths(root);
  for (const folder of [root, parts.mediaRoot, parts.chunksRoot, parts.workRoot]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  const lock = lockFolder(root);
  // What was in the works when the last server died is nobody's: its jobs begin anew.
  await rm(parts.workRoot, { recursive: true, force: true });
  await mkdir(parts.workRoot, { mode: 0o700 });
  return {
    ...parts,
    inWorkFolder: async (work) => {
      const folder = join(parts.workRoot, newOpaqueId());
      await mkdir(folder, { mode: 0o700 });
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    freeBytes: async () => {
      const disk = await statfs(root);
      return disk.bavail * disk.bsize;
    },
    release: () => lock.close(),
  };
}

/** A lock that the operating system lets go of when the process dies, however it dies. */
function lockFolder(root: string): DatabaseSync {
  const lock = new DatabaseSync(join(root, 'server.lock'), { timeout: 0 });
  try {
    lock.exec(
      'pragma locking_mode = exclusive; begin exclusive; create table if not exists owner(pid integer); commit',
    );
  } catch (error) {
    lock.close();
    throw new Error(`Another Swingmark server is using the folder ${root}`, { cause: error });
  }
  return lock;
}
