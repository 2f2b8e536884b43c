// Opens the rows and files of a site for commands that copy them, with no server on them.
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passwordPlace } from '#server/accounts/admin-password.ts';
import { openDataFolder } from '#server/files/data-folder.ts';
import type { Config } from '#server/runtime/config.ts';
import type { MoveSide } from './move-site.ts';
import { openRows, openStores } from './open-stores.ts';

export interface OpenSide {
  readonly side: MoveSide;
  close(): Promise<void>;
}

/** Opens the site of these settings. Its data folder is locked meanwhile. */
export async function openSide(config: Config): Promise<OpenSide> {
  const folder = await openDataFolder(config.dataDir);
  const log = { warn: () => undefined };
  const { db, close } = await openRows({ config, databaseFile: folder.databaseFile, log });
  const { media, chunks } = await openStores({ config, db, folder });
  return {
    side: { db, media, chunks, folder, password: passwordPlace(config, db) },
    close: async () => {
      await media.close();
      await close();
      folder.release();
    },
  };
}

/** Opens a site on PostgreSQL and a store, with its own scratch folder. */
export async function openSharedSide(config: Config): Promise<OpenSide> {
  const scratch = await mkdtemp(join(tmpdir(), 'swingmark-side-'));
  // Also runs when the command is stopped.
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  const { side, close } = await openSide({ ...config, dataDir: scratch });
  return {
    side,
    close: async () => {
      await close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
