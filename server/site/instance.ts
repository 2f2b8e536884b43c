// Checks at the start that the database and the files beside it belong together, before anything is swept.
import type { Database } from '#server/database/open-database.ts';
import type { InstanceTable } from '#server/database/tables.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import { MARKER_NAME, writeMarker } from '#server/files/folder-marker.ts';
import { MEDIA_BUCKETS, type MediaStore } from '#server/files/media-store.ts';
import { StartError } from '#server/runtime/app-error.ts';
import type { Locks } from '#server/runtime/keyed-lock.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

/** The id and secret of this site's data. */
export interface Instance {
  /** The key of hashes that must resist brute force. */
  readonly secret: string;
  /** Records in the database and in the marker that both are in use together now. */
  touch(): Promise<void>;
}

/** The dependencies of {@link openInstance}. */
export interface InstanceParts {
  readonly db: Database;
  readonly folder: DataFolder;
  readonly media: MediaStore;
  readonly locks: Locks;
}

/** Reads the instance, creating it at the first start. Throws a `StartError` when database and files do not match. */
export async function openInstance(parts: InstanceParts): Promise<Instance> {
  const { db, folder, locks } = parts;
  const instance = await locks.run('instance', () => findOrCreate(parts));
  const touch = async () => {
    // The database first: a crash in between leaves it newer than the marker, which is not a mismatch.
    const usedAt = steadyNow();
    // Another process's clock may be ahead.
    await db.updateTable('instance').set({ used_at: usedAt }).where('used_at', '<', usedAt).execute();
    await writeMarker(folder.root, { format: 1, databaseId: instance.id, usedAt });
  };
  await touch();
  return { secret: instance.secret, touch };
}

async function findOrCreate(parts: InstanceParts): Promise<InstanceTable> {
  const stored = await parts.db.selectFrom('instance').selectAll().executeTakeFirst();
  await refuseMismatch(stored, parts);
  const instance = stored ?? { id: newOpaqueId(), secret: newOpaqueId(), used_at: steadyNow() };
  if (!stored) await parts.db.insertInto('instance').values(instance).execute();
  return instance;
}

async function refuseMismatch(stored: InstanceTable | undefined, { db, folder, media }: InstanceParts): Promise<void> {
  const { databaseId, usedAt } = folder.marker;
  const isOther = databaseId !== null && databaseId !== stored?.id;
  if (!stored && (await hasFiles(media)) && (await isEmpty(db))) {
    throw new StartError(
      `The database in ${folder.root} is empty, but videos are stored beside it. Nothing was changed. Please restore ` +
        `the database that belongs to them, or move ${folder.mediaRoot} away to start with an empty library.`,
    );
  }
  if (!isOther && usedAt <= (stored?.used_at ?? 0)) return;
  if (databaseId === null) return;
  throw new StartError(
    `The database in ${folder.root} ${isOther ? 'belongs to other files' : 'is older than the files beside it'}. ` +
      'Nothing was changed. Please restore the database and the files of one backup together. To keep this ' +
      `database, delete ${MARKER_NAME} in that folder: files that the database does not know are then moved to ` +
      `${folder.lostRoot} and kept there for a week.`,
  );
}

async function hasFiles(media: MediaStore): Promise<boolean> {
  const names = await Promise.all(MEDIA_BUCKETS.map((bucket) => media.list(bucket)));
  return names.flat().length > 0;
}

async function isEmpty(db: Database): Promise<boolean> {
  for (const table of ['golfers', 'uploads', 'results', 'removed_seeds'] as const) {
    if (
      await db
        .selectFrom(table)
        .select((row) => row.lit(1).as('one'))
        .limit(1)
        .executeTakeFirst()
    )
      return false;
  }
  return true;
}
