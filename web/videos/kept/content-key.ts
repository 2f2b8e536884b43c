// The key under which a clip's bytes are kept: the same for the same bytes, so that a clip of many comparisons is kept once.
import { randomId, toHex } from '#web/lib/random-id.ts';

/** A clip is hashed in pieces of so many bytes: browsers hash only what is in memory. */
const PIECE_BYTES = 4 * 1024 * 1024;

const known = new WeakMap<Blob, string>();

/** Whether browsers hash here: on plain http they do not, and keys are then random. */
export function canHash(): boolean {
  return Boolean(globalThis.crypto.subtle);
}

/**
 * The key of a clip: `pieces-` and the SHA-256 of the SHA-256 of each piece of 4 MiB; `random-` and a random number where the
 * browser does not hash. Rejects when the clip cannot be read, or with the signal's reason.
 */
export async function contentKeyOf(clip: Blob, signal?: AbortSignal): Promise<string> {
  const found = known.get(clip);
  if (found) return found;
  const key = canHash() ? `pieces-${await hashOf(clip, signal)}` : `random-${randomId()}`;
  known.set(clip, key);
  return key;
}

/** Whether a value is such a key. */
export function isContentKey(value: unknown): value is string {
  return typeof value === 'string' && /^(pieces-[0-9a-f]{64}|random-[0-9a-f]{32})$/.test(value);
}

/** Whether bytes are those of a key, as far as this browser can tell. */
export async function hasContent(key: string, clip: Blob, signal?: AbortSignal): Promise<boolean> {
  if (!key.startsWith('pieces-') || !canHash()) return true;
  return key === `pieces-${await hashOf(clip, signal)}`;
}

async function hashOf(clip: Blob, signal: AbortSignal | undefined): Promise<string> {
  const hashes: ArrayBuffer[] = [];
  for (let at = 0; at < clip.size; at += PIECE_BYTES) {
    signal?.throwIfAborted();
    const piece = await clip.slice(at, at + PIECE_BYTES).arrayBuffer();
    hashes.push(await crypto.subtle.digest('SHA-256', piece));
  }
  const all = await new Blob(hashes).arrayBuffer();
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', all)));
}
