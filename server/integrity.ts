// Compares the stored files with the database: finds orphans, missing files and changed checksums. Read-only; safe to
// run while the server runs.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, type Database } from '#server/database/open-database.ts';
import { dataFolderPaths } from '#server/files/data-folder.ts';
import { namesIn } from '#server/files/errno.ts';
import { sha256OfStream } from '#server/files/finished-file.ts';
import {
  isMediaName,
  MEDIA_BUCKETS,
  type MediaBucket,
  type MediaStore,
  openFolderMediaStore,
} from '#server/files/media-store.ts';
import { isOpaqueId } from '#server/runtime/opaque-id.ts';
import { listOwnedChunkFolders, listOwnedFiles, type OwnedFile } from '#server/site/owned-files.ts';

/** The findings. Paths are relative to the data folder. Three empty lists mean no problem. */
export interface IntegrityReport {
  readonly orphanFiles: readonly string[];
  readonly missingFiles: readonly string[];
  readonly checksumMismatches: readonly string[];
  readonly checkedFiles: number;
  /** Files of a version that kept no checksums. */
  readonly withoutChecksum: number;
}

interface IntegrityOptions {
  /** No server is running, so that files in the work folder are leftovers too. */
  readonly isIdle?: boolean;
}

/** A file is added and deleted a moment before its row, so a finding counts only when it persists. */
const RECHECK_AFTER_MS = 1_500;

/** Checks a data folder. Throws when it is not one, or of another version. */
export async function checkIntegrity(dataDir: string, options: IntegrityOptions = {}): Promise<IntegrityReport> {
  const paths = dataFolderPaths(dataDir);
  if (!existsSync(paths.databaseFile)) throw new Error(`There is no data of Swingmark in ${dataDir}`);
  const media = await openFolderMediaStore(paths.mediaRoot, paths.lostRoot);
  const db = connectDatabase(paths.databaseFile);
  const chunkFolders = () => namesIn(paths.chunksRoot);
  const leftovers = () => (options.isIdle ? namesIn(paths.workRoot) : Promise.resolve([]));
  try {
    return await checkStored({ db, media, chunkFolders, leftovers, cached: async () => [] });
  } finally {
    await db.destroy();
  }
}

interface IntegrityParts {
  readonly db: Database;
  readonly media: MediaStore;
  readonly chunkFolders: () => Promise<readonly string[]>;
  /** Leftovers of jobs in the work folder. */
  readonly leftovers: () => Promise<readonly string[]>;
  /** The files in this machine's cache of the store, which may hold files of the library only. */
  readonly cached: () => Promise<readonly string[]>;
}

const VISITORS_BUCKETS: readonly MediaBucket[] = ['uploads', 'results', 'shares'];

/** Checks rows and files wherever they are. */
export async function checkStored(parts: IntegrityParts): Promise<IntegrityReport> {
  const first = await scanOnce(parts);
  if (isClean(first)) return first;
  await sleep(RECHECK_AFTER_MS);
  return inBoth(first, await scanOnce(parts));
}

export function isClean({ orphanFiles, missingFiles, checksumMismatches }: IntegrityReport): boolean {
  return orphanFiles.length + missingFiles.length + checksumMismatches.length === 0;
}

/**
 * The orphans that the next sweep (in a cache: an hour or the next start) removes, such as those of a process that was killed between storing a file and its
 * row. The sweep ignores files whose names are not the server's.
 */
export function sweptFiles({ orphanFiles }: IntegrityReport): readonly string[] {
  return orphanFiles.filter((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return /^(media|cache)\//.test(path) ? isMediaName(name) : isOpaqueId(name);
  });
}

/** Whether the report has findings that the sweep does not resolve. */
export function needsAttention(report: IntegrityReport): boolean {
  const { orphanFiles, missingFiles, checksumMismatches } = report;
  return orphanFiles.length - sweptFiles(report).length + missingFiles.length + checksumMismatches.length > 0;
}

async function scanOnce(parts: IntegrityParts): Promise<IntegrityReport> {
  const { db, media } = parts;
  // Files first: a file that is added in between then has its row by the time rows are read.
  const stored = await listStored(media);
  const chunkFolders = await parts.chunkFolders();
  const leftovers = await parts.leftovers();
  const cached = await parts.cached();
  const owned = await listOwnedFiles(db);
  const ownedPaths = new Set(owned.map(pathOf));
  const libraryNames = new Set(owned.flatMap(({ bucket, name }) => (VISITORS_BUCKETS.includes(bucket) ? [] : [name])));
  const receivingFolders = await listOwnedChunkFolders(db);
  const orphans = [
    ...stored.filter((path) => !ownedPaths.has(path)),
    ...chunkFolders.filter((folder) => !receivingFolders.has(folder)).map((folder) => `chunks/${folder}`),
    ...leftovers.map((name) => `work/${name}`),
    ...cached.filter((name) => !libraryNames.has(name)).map((name) => `cache/${name}`),
  ];
  const states: FileState[] = [];
  // Sequentially: reading is the cost, and the server reads as well.
  for (const file of owned) states.push(await stateOf(media, file));
  const inState = (state: FileState) => owned.filter((_, index) => states[index] === state).map(pathOf);
  return {
    orphanFiles: orphans,
    missingFiles: inState('missing'),
    checksumMismatches: inState('changed'),
    checkedFiles: owned.length,
    withoutChecksum: inState('unknown').length,
  };
}

type FileState = 'intact' | 'missing' | 'changed' | 'unknown';

async function stateOf(media: MediaStore, { bucket, name, sha256 }: OwnedFile): Promise<FileState> {
  if (sha256 === null) return (await media.sizeOf(bucket, name)) === null ? 'missing' : 'unknown';
  const bytes = await media.open(bucket, name);
  if (bytes === null) return 'missing';
  return (await sha256OfStream(bytes)) === sha256 ? 'intact' : 'changed';
}

async function listStored(media: MediaStore): Promise<string[]> {
  const buckets = MEDIA_BUCKETS.map(async (bucket) =>
    (await media.list(bucket)).map((name) => pathOf({ bucket, name })),
  );
  return (await Promise.all(buckets)).flat();
}

function pathOf({ bucket, name }: Pick<OwnedFile, 'bucket' | 'name'>): string {
  return `media/${bucket}/${name}`;
}

function inBoth(first: IntegrityReport, second: IntegrityReport): IntegrityReport {
  const both = (before: readonly string[], after: readonly string[]) => after.filter((path) => before.includes(path));
  return {
    ...second,
    orphanFiles: both(first.orphanFiles, second.orphanFiles),
    missingFiles: both(first.missingFiles, second.missingFiles),
    checksumMismatches: both(first.checksumMismatches, second.checksumMismatches),
  };
}
