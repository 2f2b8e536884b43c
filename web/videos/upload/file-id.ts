// The upload id of a file: the same file gets the same id, so an interrupted upload resumes.
import { CHUNK_BYTES } from '#domain/video/chunking.ts';
import { randomId, toHex } from '#web/lib/random-id.ts';

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
