// The named sizes are those of the files: progress counts with them, and so does the buffer that a file is read into.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { DETECTOR, DOWNLOAD_BYTES, LANDMARKS, modelFiles, runtimeFiles } from './model-files.ts';

const ROOT = join(import.meta.dirname, '../../..');
const fileOf = (address: string) => join(ROOT, address.slice(address.search(/\/(node_modules|web)\//)));

test('every file has its declared size', () => {
  expect(modelFiles()).toEqual([runtimeFiles().script, runtimeFiles().wasm, DETECTOR, LANDMARKS]);
  for (const { address, bytes } of modelFiles()) expect(statSync(fileOf(address)).size, address).toBe(bytes);
});

test('the weights match THIRD-PARTY.md', () => {
  const named = readFileSync(join(ROOT, 'THIRD-PARTY.md'), 'utf8');
  for (const { address } of [DETECTOR, LANDMARKS]) {
    const sha256 = createHash('sha256')
      .update(readFileSync(fileOf(address)))
      .digest('hex');
    expect(named).toContain(`\`${basename(address)}\`: SHA-256 \`${sha256}\``);
  }
});

test('the announced download size matches the sent bytes within two percent', () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const sent = modelFiles().map(({ address }) => brotliCompressSync(readFileSync(fileOf(address)), { params }).length);
  const total = sent.reduce((sum, bytes) => sum + bytes, 0);
  // The worker's own code comes on top: 85 kB.
  expect(Math.abs(total + 85_000 - DOWNLOAD_BYTES) / DOWNLOAD_BYTES).toBeLessThan(0.02);
});
