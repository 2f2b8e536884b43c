// Copies of a site whose rows or files are not in its data folder: what a backup reads, and what a restore prepares beside the current
// state in PostgreSQL and in the store.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { passwordFile, passwordRow } from '#server/accounts/admin-access.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { newState, openMigratedState } from '#server/database/postgres-states.ts';
import { dataFolderPaths } from '#server/files/data-folder.ts';
import { openFolderMediaStore } from '#server/files/media-store.ts';
import type { Config } from '#server/runtime/config.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { moveAllRows, moveChunks, moveFile, movePassword } from '#server/site/move-site.ts';
import { openStores, type Site } from '#server/site/open-site.ts';
import { listOwnedFiles } from '#server/site/owned-files.ts';
import { FolderChunkStore } from '#server/uploads/chunk-store.ts';
import { DATABASE_NAME, PASSWORD_NAME, type SourceElsewhere } from './site-copy.ts';

/** The settings that say where a site's data are. */
export type Places = Pick<Config, 'dataDir' | 'databaseUrl' | 's3' | 'mediaCacheBytes' | 'diskReserveBytes'>;

/** What the open site has outside of its data folder. */
export function sourceOfSite(
  { databaseUrl, s3 }: Places,
  { db, media, chunks }: Pick<Site, 'db' | 'media' | 'chunks'>,
) {
  return { db: databaseUrl === null ? null : db, ...(s3 === null ? { media: null, chunks: null } : { media, chunks }) };
}

/** What the state before the last restore has outside of the data folder. `folder`: where its files are. */
export async function openEarlier(
  places: Places,
  folder: string,
): Promise<(SourceElsewhere & { close(): Promise<void> }) | null> {
  const { databaseUrl, s3 } = places;
  if (databaseUrl === null && s3 === null) return null;
  const { db, close } = await openRowsOf(places, { state: 'earlier', file: join(folder, DATABASE_NAME) });
  const stores = s3 && (await openStoresOf(places, db));
  return {
    db: databaseUrl === null ? null : db,
    media: stores?.media ?? null,
    chunks: stores?.chunks ?? null,
    close: async () => {
      await stores?.close();
      await close();
    },
  };
}

interface Prepared {
  /** What the backup itself was without, as `bucket/name`. */
  readonly damaged: readonly string[];
  readonly signal: AbortSignal;
  readonly onFile: (done: number, total: number) => void;
}

/** Takes what is prepared in a folder to where the site keeps it, verified row by row and byte by byte. */
export async function prepareElsewhere(places: Places, folder: string, prepared: Prepared): Promise<void> {
  const { databaseUrl, s3 } = places;
  const own = await openDatabase(join(folder, DATABASE_NAME));
  try {
    const objectPrefix = s3 && `restored-${newOpaqueId()}/`;
    // The rows first: they say where the objects are if this process is killed.
    await own.updateTable('instance').set({ object_prefix: objectPrefix }).execute();
    const target = databaseUrl === null ? null : await newState(databaseUrl, 'next');
    try {
      if (target) {
        await moveAllRows(own, target.db, { objectPrefix });
        await movePassword(passwordFile(join(folder, PASSWORD_NAME)), passwordRow(target.db));
      }
      if (s3) await moveFiles(places, folder, { ...prepared, own, target: target?.db ?? own });
    } finally {
      await target?.close();
    }
  } finally {
    await own.destroy();
  }
  const gone = [...(databaseUrl ? [DATABASE_NAME, PASSWORD_NAME] : []), ...(s3 ? ['media', 'chunks'] : [])];
  for (const name of gone) await rm(join(folder, name), { recursive: true, force: true });
}

/** Puts the files and chunks of a folder into the store. */
async function moveFiles(
  places: Places,
  folder: string,
  { own, target, damaged, signal, onFile }: Prepared & { readonly own: Database; readonly target: Database },
): Promise<void> {
  const paths = dataFolderPaths(folder);
  const from = {
    db: own,
    media: await openFolderMediaStore(paths.mediaRoot, paths.lostRoot),
    chunks: new FolderChunkStore(paths.chunksRoot, paths.lostRoot),
  };
  const { close, ...to } = await openStoresOf(places, target);
  try {
    const files = await listOwnedFiles(own);
    for (const [index, file] of files.entries()) {
      signal.throwIfAborted();
      onFile(index, files.length);
      const isDamaged = damaged.includes(`${file.bucket}/${file.name}`);
      if (isDamaged && (await from.media.sizeOf(file.bucket, file.name)) === null) continue;
      await moveFile(from, to, isDamaged ? { ...file, sha256: null } : file);
    }
    await moveChunks(from, to);
    onFile(files.length, files.length);
  } finally {
    await close();
  }
}

async function openRowsOf(
  { databaseUrl }: Places,
  { state, file }: { readonly state: 'earlier'; readonly file: string },
): Promise<{ readonly db: Database; close(): Promise<void> }> {
  if (databaseUrl === null) {
    const db = await openDatabase(file);
    return { db, close: () => db.destroy() };
  }
  const opened = await openMigratedState(databaseUrl, state);
  if (opened === null) throw new Error(`There are no tables of the state ${state}`);
  return opened;
}

/** The store as the rows name it, with a scratch folder. */
async function openStoresOf(places: Places, db: Database) {
  const scratch = join(dataFolderPaths(places.dataDir).workRoot, newOpaqueId());
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const { media, chunks } = await openStores({
    ...{ config: places, db },
    folder: { ...dataFolderPaths(scratch), freeBytes: async () => 0 },
  });
  return {
    ...{ media, chunks },
    folder: { inWorkFolder: <Result>(work: (folder: string) => Promise<Result>) => work(scratch) },
    close: async () => {
      await media.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
