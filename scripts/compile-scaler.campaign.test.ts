// The compiled scaler in the project is that of its source.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CODE_FILE, compiledScaler } from './compile-scaler.ts';

// The compiler alone takes longer to load than most test files.
test('the WebAssembly in the project is compiled from the source beside it', async () => {
  expect(await readFile(CODE_FILE, 'utf8')).toBe(await compiledScaler());
});
