// Compiles web/render/assembly/scale-plane.ts into web/render/scale-plane-code.ts: node scripts/compile-scaler.ts
// The code is kept in the project, so that a build needs no compiler; compile-scaler.campaign.test.ts proves that it is the source's.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { main } from 'assemblyscript/asc';

const FOLDER = join(import.meta.dirname, '..', 'web/render');
const SOURCE = 'assembly/scale-plane.ts';

/** The module that holds the compiled code. */
export const CODE_FILE = join(FOLDER, 'scale-plane-code.ts');

const OPTIONS = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--noAssert'];

/** The text of {@link CODE_FILE} for the source as it stands. Throws with the compiler's message when it does not compile. */
export async function compiledScaler(): Promise<string> {
  const source = await readFile(join(FOLDER, SOURCE), 'utf8');
  let code: Uint8Array | null = null;
  const { error, stderr } = await main([SOURCE, ...OPTIONS, '--outFile', 'scale-plane.wasm'], {
    readFile: (name) => (name === SOURCE ? source : null),
    writeFile: (_name, content) => {
      if (typeof content !== 'string') code = content;
    },
    listFiles: () => [],
  });
  if (error || !code) throw new Error(`${String(error)}\n${stderr.toString()}`);
  const base64 = Buffer.from(code).toString('base64');
  const lines = base64.match(/.{1,110}/g) ?? [];
  const text = lines.map((line) => `  '${line}'`).join(' +\n');
  return `// Compiled from assembly/scale-plane.ts by scripts/compile-scaler.ts: do not change by hand.\n\n/** WebAssembly that scales a plane, in base64. */\nexport const SCALE_PLANE =\n${text};\n`;
}

if (process.argv[1] === import.meta.filename) await writeFile(CODE_FILE, await compiledScaler());
