// The one list of which rows own which stored files. The sweep, the integrity check and the data migration read it.
import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { Tables } from '#server/database/tables.ts';
import { MEDIA_BUCKETS, type MediaBucket } from '#server/files/media-store.ts';

/** The table and columns that own the files of each media bucket. */
const OWNERS = {
  uploads: { table: 'uploads', name: 'media_name', sha256: 'media_sha256' },
  results: { table: 'results', name: 'media_name', sha256: 'media_sha256' },
  golfers: { table: 'golfers', name: 'media_name', sha256: 'media_sha256' },
  thumbnails: { table: 'golfers', name: 'thumbnail_name', sha256: 'thumbnail_sha256' },
  loops: { table: 'golfers', name: 'loop_name', sha256: 'loop_sha256' },
  bodies: { table: 'golfers', name: 'body_name', sha256: 'body_sha256' },
  shares: { table: 'shares', name: 'media_name', sha256: 'media_sha256' },
} as const satisfies Record<MediaBucket, { table: keyof Tables; name: string; sha256: string }>;

export interface OwnedFile {
  readonly bucket: MediaBucket;
  readonly name: string;
  /** Null for a file of a version that stored no checksums. */
  readonly sha256: string | null;
}

export async function listOwnedFiles(db: Database): Promise<OwnedFile[]> {
  const files: OwnedFile[] = [];
  for (const bucket of MEDIA_BUCKETS) {
    const { table, name, sha256 } = OWNERS[bucket];
    const { rows } = await sql<Omit<OwnedFile, 'bucket'>>`
      select ${sql.ref(name)} as name, ${sql.ref(sha256)} as sha256
      from ${sql.table(table)} where ${sql.ref(name)} is not null`.execute(db);
    files.push(...rows.map((row) => ({ bucket, ...row })));
  }
  return files;
}

/** The chunk folders of uploads that are being received. */
export async function listOwnedChunkFolders(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('folder').where('media_name', 'is', null).execute();
  return new Set(rows.map((row) => row.folder));
}
