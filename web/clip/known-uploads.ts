// Which files the server already has, so that each is sent once: not again for another alignment or pro, after a
// preview, or after a reload. A 404 from the server removes the entry.
import { CHUNK_BYTES } from '#domain/video/video-file.ts';
import { ApiError } from '#web/api/api-client.ts';
import { orNull } from '#web/lib/or-null.ts';
import { randomId, toHex } from '#web/lib/random-id.ts';
import { readText, writeText } from './comparison-session.ts';

const UPLOADED = 'uploaded';

interface KnownUpload {
  /** The server's handle. */
  readonly filePath: string;
  /** Whether the visitor requested a preview of it. */
  readonly hasPreview?: boolean;
}

/** The server's handle of a file, or null when it has to be uploaded. */
export async function knownUpload(file: File): Promise<KnownUpload | null> {
  const entry = readAll()[await fileIdOf(file)];
  return typeof entry?.filePath === 'string' ? { ...entry, filePath: entry.filePath } : null;
}

/** Whether part of a file was uploaded from this tab and not deleted since. */
export async function wasSent(file: File): Promise<boolean> {
  return (await fileIdOf(file)) in readAll();
}

/** Records that an upload has begun, that it is complete, or what was made of it. */
export async function rememberUpload(file: File, upload: Partial<KnownUpload> = {}): Promise<void> {
  const fileId = await fileIdOf(file);
  const all = readAll();
  writeText(UPLOADED, JSON.stringify({ ...all, [fileId]: { ...all[fileId], ...upload } }));
}

/** Removes an upload that the server no longer has. */
export async function forgetUpload(file: File): Promise<void> {
  const fileId = await fileIdOf(file);
  // Read after the wait: two files may be removed at the same time, and neither may restore the other.
  const { [fileId]: _gone, ...others } = readAll();
  writeText(UPLOADED, JSON.stringify(others));
}

/** Runs work that needs these files on the server. If an upload has expired there, forgets it and runs again. */
export async function withFreshUploads<Result>(files: readonly File[], work: () => Promise<Result>): Promise<Result> {
  const known = await Promise.all(files.map(knownUpload));
  try {
    return await work();
  } catch (error) {
    if (!isUploadGone(error) || known.every((upload) => upload === null)) throw error;
    await Promise.all(files.map(forgetUpload));
    return work();
  }
}

/** Whether a call failed because its upload expired or was deleted. */
export function isUploadGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'video-not-found';
}

/** Stored data is the visitor's and may contain anything. */
function readAll(): Record<string, Partial<KnownUpload>> {
  const value = orNull(() => JSON.parse(readText(UPLOADED) ?? '{}') as unknown);
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, upload]) => upload instanceof Object));
}

/** The computed ids. Also keeps random ones stable while the page lives. */
const known = new WeakMap<File, Promise<string>>();

/** 64 hexadecimal characters from name, size, date, and the first and last chunk. */
export function fileIdOf(file: File): Promise<string> {
  const found = known.get(file) ?? makeFileId(file);
  known.set(file, found);
  return found;
}

async function makeFileId(file: File): Promise<string> {
  // Hash functions need a secure context; over plain http an upload resumes only until the page is closed.
  if (!globalThis.crypto.subtle) return randomId();
  const facts = new TextEncoder().encode(`${file.name}|${file.size}|${file.lastModified}|`);
  const ends = new Blob([facts, file.slice(0, CHUNK_BYTES), file.slice(Math.max(0, file.size - CHUNK_BYTES))]);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await ends.arrayBuffer())));
}
