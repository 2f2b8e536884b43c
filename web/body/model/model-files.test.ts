// The named sizes are those of the packages: progress counts with them, and so does the buffer that a file is read into.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DETECTOR, LANDMARKS, modelFiles, runtimeFiles } from './model-files.ts';

const ROOT = join(import.meta.dirname, '../../..');
const fileOf = (address: string) => join(ROOT, address.slice(address.indexOf('/node_modules/')));

test('every file is as large as it is said to be', () => {
  expect(modelFiles()).toEqual([runtimeFiles().script, runtimeFiles().wasm, DETECTOR, LANDMARKS]);
  for (const { address, bytes } of modelFiles()) expect(statSync(fileOf(address)).size, address).toBe(bytes);
});
