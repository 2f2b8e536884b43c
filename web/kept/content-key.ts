// The key of a clip's bytes: equal for equal bytes, so that a clip used in many comparisons is stored once.
import { HASHED_PIECE_BYTES } from '#domain/video/video-file.ts';
import { toHex } from '#web/lib/random-id.ts';

const known = new WeakMap<Blob, string>();

/** Over plain http a clip is identified by its size and this many samples, including its first and last bytes. */
const SAMPLES = 64;
const SAMPLE_BYTES = 16 * 1024;

/** Whether hash functions are available: not over plain http. */
function canHash(): boolean {
  return Boolean(globalThis.crypto.subtle);
}

/**
 * The key of a clip: `pieces-` and the SHA-256 of the SHA-256 of each piece of 4 MiB, or `sampled-` and 128 bits of its
 * size and samples where hashing is unavailable. Rejects when the clip cannot be read.
 */
export async function contentKeyOf(clip: Blob): Promise<string> {
  const found = known.get(clip);
  if (found) return found;
  const key = canHash() ? `pieces-${await hashOf(clip)}` : `sampled-${await samplesOf(clip)}`;
  known.set(clip, key);
  return key;
}

/** Whether a value is a content key. Earlier versions made `random-` keys over plain http. */
export function isContentKey(value: unknown): value is string {
  return typeof value === 'string' && /^(pieces-[0-9a-f]{64}|(sampled|random)-[0-9a-f]{32})$/.test(value);
}

/** Whether bytes match a key, as far as this browser can check. */
export async function hasContent(key: string, clip: Blob, signal?: AbortSignal): Promise<boolean> {
  if (key.startsWith('sampled-')) return key === `sampled-${await samplesOf(clip, signal)}`;
  if (!key.startsWith('pieces-') || !canHash()) return true;
  return key === `pieces-${await hashOf(clip, signal)}`;
}

async function hashOf(clip: Blob, signal?: AbortSignal): Promise<string> {
  const hashes: ArrayBuffer[] = [];
  for (let at = 0; at < clip.size; at += HASHED_PIECE_BYTES) {
    signal?.throwIfAborted();
    const piece = await clip.slice(at, at + HASHED_PIECE_BYTES).arrayBuffer();
    hashes.push(await crypto.subtle.digest('SHA-256', piece));
  }
  const all = await new Blob(hashes).arrayBuffer();
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', all)));
}

/** 32 hexadecimal digits from a clip's size and from evenly spaced samples. */
async function samplesOf(clip: Blob, signal?: AbortSignal): Promise<string> {
  const lanes = LANE_SEEDS.map((seed) => mixed(seed, clip.size >>> 0));
  const last = Math.max(0, clip.size - SAMPLE_BYTES);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    signal?.throwIfAborted();
    const at = Math.round((last * sample) / (SAMPLES - 1));
    const bytes = new Uint8Array(await clip.slice(at, at + SAMPLE_BYTES).arrayBuffer());
    for (const [lane, hash] of lanes.entries()) lanes[lane] = bytes.reduce(mixed, hash);
    // A clip no larger than one sample is read completely.
    if (last === 0) break;
  }
  return lanes.map((hash) => (hash >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Four 32-bit hashes with different seeds. Not safe against forgery, which is pointless on one's own device. */
const LANE_SEEDS: readonly number[] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];

/** One step of FNV-1a, with the upper bits folded in. */
function mixed(hash: number, value: number): number {
  const next = Math.imul(hash ^ value, 0x01000193);
  return next ^ (next >>> 15);
}
