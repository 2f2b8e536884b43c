// The compiled code in the project is that of its sources.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COMPILED, compiledCode, pathOf } from './compile-scaler.ts';

// The compiler alone takes longer to load than most test files.
test.each(COMPILED)('the WebAssembly of $source in the project is compiled from the source beside it', async (each) => {
  expect(await readFile(pathOf(each), 'utf8')).toBe(await compiledCode(each));
});
