// The marker file that identifies a data folder, and the database that belongs to its files.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '#server/runtime/app-error.ts';
import { isErrno } from './errno.ts';
import { syncFile, syncFolder } from './finished-file.ts';

export const MARKER_NAME = 'swingmark.json';

const Marker = z.object({
  format: z.literal(1),
  /** The id of the database that the files belong to; null until one is opened. */
  databaseId: z.string().nullable(),
  /** When that database was last known to be in use, in milliseconds since 1970. */
  usedAt: z.number(),
});

export type FolderMarker = z.output<typeof Marker>;

/** The marker of a folder in which no database has been opened yet. */
export const NEW_MARKER: FolderMarker = { format: 1, databaseId: null, usedAt: 0 };

/** Reads the marker; null when there is none. Throws a `StartError` for one that cannot be read. */
export async function readMarker(root: string): Promise<FolderMarker | null> {
  const path = join(root, MARKER_NAME);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
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
