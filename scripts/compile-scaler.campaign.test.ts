// The compiled code in the project is that of its sources.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CODE_PATH, compiledCode } from './compile-scaler.ts';

// The compiler alone takes longer to load than most test files.
test('the WebAssembly in the project is compiled from the sources beside it', async () => {
  expect(await readFile(CODE_PATH, 'utf8')).toBe(await compiledCode());
});
