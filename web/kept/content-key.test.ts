// Keys of clips, with and without the browser's hash functions, which are unavailable over plain http.
import { afterEach, expect, test, vi } from 'vitest';
import { contentKeyOf, hasContent, isContentKey } from './content-key.ts';

afterEach(() => void vi.unstubAllGlobals());

function withoutHashing(): void {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
}

/** A clip of a given length with one different byte. */
function clip(length: number, changedAt = -1): Blob {
  const bytes = new Uint8Array(length).map((_, at) => (at * 31 + (at >> 8)) & 0xff);
  if (changedAt >= 0) bytes[changedAt] = (bytes[changedAt] ?? 0) ^ 1;
  return new Blob([bytes]);
}

test('a clip has the same key after each reload over plain http', async () => {
  withoutHashing();
  const keys = await Promise.all([0, 1, 2].map(() => contentKeyOf(clip(3_000_000))));
  expect(new Set(keys).size).toBe(1);
  expect(isContentKey(keys[0])).toBe(true);
});

test('clips with different bytes have different keys over plain http', async () => {
  withoutHashing();
  const clips = [clip(0), clip(1), clip(5000), clip(5000, 4999), clip(3_000_000), clip(3_000_000, 0)];
  const others = [clip(3_000_001), clip(3_000_000, 2_999_999)];
  const keys = await Promise.all([...clips, ...others].map((each) => contentKeyOf(each)));
  expect(new Set(keys).size).toBe(keys.length);
});

test('checks a key against the bytes, also one made over plain http', async () => {
  withoutHashing();
  const sampled = await contentKeyOf(clip(90_000));
  vi.unstubAllGlobals();
  const hashed = await contentKeyOf(clip(90_000));
  expect(hashed).not.toBe(sampled);
  for (const key of [sampled, hashed]) {
    expect(await hasContent(key, clip(90_000))).toBe(true);
    expect(await hasContent(key, clip(90_000, 0))).toBe(false);
  }
});
