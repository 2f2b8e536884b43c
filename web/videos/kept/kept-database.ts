// Where kept comparisons are: one database with three stores, so that a comparison, its clips and its thumbnail are kept or
// forgotten in one transaction, whole or not at all.
import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb';
import { areSameSwings, clipsOf, type KeptComparison, type KeptDetails } from './kept-comparison.ts';
import { countForgetting } from './times-forgotten.ts';
import { forgetAllUnsaved } from './unsaved.ts';

interface KeptSchema extends DBSchema {
  /** By `id`. */
  comparisons: { key: string; value: KeptComparison };
  /** By the comparison's id. */
  thumbnails: { key: string; value: Blob };
  /** By content key. */
  clips: { key: string; value: Blob };
}

type Database = IDBPDatabase<KeptSchema>;

const NAME = 'swingmark-my-swings';
/** A comparison with what is kept beside it. */
export interface ComparisonWithMedia {
  readonly comparison: KeptComparison;
  /** Null where no picture could be made. */
  readonly thumbnail: Blob | null;
  /** The bytes of each of its clips, by content key. */
  readonly clips: ReadonlyMap<string, Blob>;
}

let opened: Promise<Database> | null = null;

function database(): Promise<Database> {
  opened ??= openDB<KeptSchema>(NAME, 1, {
    upgrade(created) {
      created.createObjectStore('comparisons', { keyPath: 'id' });
      created.createObjectStore('thumbnails');
      created.createObjectStore('clips');
    },
    // A newer page in another tab, or the browser closed it: the next call opens it again.
    blocking: (_, __, event) => {
      (event.target as IDBDatabase).close();
      opened = null;
    },
    terminated: () => {
      opened = null;
    },
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** All comparisons, the newest first, without their media. Rejects where the browser stores nothing. */
export async function keptComparisons(): Promise<readonly KeptComparison[]> {
  const all = await (await database()).getAll('comparisons');
  return all.toSorted((a, b) => b.keptAtMs - a.keptAtMs);
}

/** The thumbnail of a comparison; null where there is none. */
export async function thumbnailOf(id: string): Promise<Blob | null> {
  return (await (await database()).get('thumbnails', id)) ?? null;
}

/** The bytes of a clip; null where they are not kept. */
export async function keptClip(contentKey: string): Promise<Blob | null> {
  return (await (await database()).get('clips', contentKey)) ?? null;
}

/** Everything that is kept, the newest first. The bytes of clips are read when they are used. */
export async function keptWithMedia(): Promise<readonly ComparisonWithMedia[]> {
  const all = await keptComparisons();
  const withMedia: ComparisonWithMedia[] = [];
  const known = new Map<string, Blob>();
  for (const comparison of all) {
    const clips = new Map<string, Blob>();
    for (const { contentKey } of clipsOf(comparison)) {
      const clip = known.get(contentKey) ?? (await keptClip(contentKey));
      if (!clip) throw new Error(`No bytes for ${contentKey}`);
      known.set(contentKey, clip);
      clips.set(contentKey, clip);
    }
    withMedia.push({ comparison, thumbnail: await thumbnailOf(comparison.id), clips });
  }
  return withMedia;
}

/**
 * Keeps a comparison in place of one of the same swings, whose id and date stay. Returns what is kept now. Rejects with the
 * browser's error, with nothing changed, when there is no room.
 */
export async function keep({ comparison, thumbnail, clips }: ComparisonWithMedia): Promise<KeptComparison> {
  return inOneChange(async (stores) => {
    const same = (await stores.comparisons.getAll()).find((other) => areSameSwings(other, comparison));
    const kept = same ? { ...detailsOf(same), ...comparison, id: same.id, keptAtMs: same.keptAtMs } : comparison;
    await stores.comparisons.put(kept);
    if (thumbnail) await stores.thumbnails.put(thumbnail, kept.id);
    for (const [key, clip] of clips) {
      if ((await stores.clips.getKey(key)) === undefined) await stores.clips.put(clip, key);
    }
    return kept;
  });
}

/** Changes a kept comparison; nothing where it is not kept any more. Rejects as {@link keep} does. */
export async function changeKept(id: string, change: Partial<Omit<KeptComparison, 'id'>>): Promise<void> {
  await inOneChange(async ({ comparisons }) => {
    const kept = await comparisons.get(id);
    if (kept) await comparisons.put({ ...kept, ...change });
  });
}

/** Keeps what the visitor has written about a comparison. Rejects as {@link keep} does. */
export function describeKept(id: string, { title, club, note }: KeptDetails): Promise<void> {
  return changeKept(id, {
    ...(title !== undefined && { title }),
    ...(club !== undefined && { club }),
    ...(note !== undefined && { note }),
  });
}

function detailsOf({ title, club, note }: KeptComparison): KeptDetails {
  return { ...(title !== undefined && { title }), ...(club && { club }), ...(note !== undefined && { note }) };
}

/**
 * Keeps many comparisons: all, or none. One whose id or swings are kept already stays as it is. Returns how many were added.
 * Rejects as {@link keep} does, or with the signal's reason.
 */
export async function keepAll(added: readonly ComparisonWithMedia[], signal?: AbortSignal): Promise<number> {
  return inOneChange(async (stores) => {
    const known = await stores.comparisons.getAll();
    const keys = new Set(await stores.clips.getAllKeys());
    let count = 0;
    for (const { comparison, thumbnail, clips } of added) {
      signal?.throwIfAborted();
      if (known.some((other) => other.id === comparison.id || areSameSwings(other, comparison))) continue;
      await stores.comparisons.put(comparison);
      if (thumbnail) await stores.thumbnails.put(thumbnail, comparison.id);
      for (const [key, clip] of clips) {
        if (keys.has(key)) continue;
        keys.add(key);
        await stores.clips.put(clip, key);
      }
      known.push(comparison);
      count += 1;
    }
    return count;
  });
}

/** Forgets a comparison, its thumbnail, and the clips that no other one has. */
export async function forget(id: string): Promise<void> {
  await inOneChange(async (stores) => {
    await stores.comparisons.delete(id);
    await stores.thumbnails.delete(id);
    const left = await stores.comparisons.getAll();
    const used = new Set(left.flatMap(clipsOf).map(({ contentKey }) => contentKey));
    for (const key of await stores.clips.getAllKeys()) if (!used.has(key)) await stores.clips.delete(key);
  });
}

/** Forgets everything. Never rejects: what is in no store needs no removing. */
export async function forgetAll(): Promise<void> {
  countForgetting();
  forgetAllUnsaved();
  await inOneChange(async ({ comparisons, thumbnails, clips }) => {
    await Promise.all([comparisons.clear(), thumbnails.clear(), clips.clear()]);
  }).catch(() => undefined);
}

type Change = IDBPTransaction<KeptSchema, ['comparisons', 'thumbnails', 'clips'], 'readwrite'>;
type Stores = {
  readonly [Name in StoreNames<KeptSchema>]: IDBPObjectStore<
    KeptSchema,
    Change['objectStoreNames'][number][],
    Name,
    'readwrite'
  >;
};

/** Carries out a change whole or not at all. Rejects with the browser's reason once nothing of it is left. */
async function inOneChange<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
  const change = (await database()).transaction(['comparisons', 'thumbnails', 'clips'], 'readwrite');
  const done = change.done;
  // Awaited below; until then the reason may come first.
  done.catch(() => undefined);
  try {
    const result = await work({
      comparisons: change.objectStore('comparisons'),
      thumbnails: change.objectStore('thumbnails'),
      clips: change.objectStore('clips'),
    });
    await done;
    return result;
  } catch (error) {
    if (change.error === null) abort(change);
    await done.catch(() => undefined);
    throw change.error ?? error;
  }
}

function abort(change: Change): void {
  try {
    change.abort();
  } catch {
    // It has ended by itself.
  }
}
