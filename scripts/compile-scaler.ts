// Compiles web/render/assembly into the module beside it: node scripts/compile-scaler.ts
// The code is kept in the project, so that a build needs no compiler; compile-scaler.campaign.test.ts proves that it is the source's.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { main } from 'assemblyscript/asc';

const FOLDER = join(import.meta.dirname, '..', 'web/render');
/** The path of the module with the compiled code. */
export const CODE_PATH = join(FOLDER, 'compiled-code.ts');

/** The sources in `assembly`. */
const SOURCES = [
  { source: 'scale-plane', name: 'SCALE_PLANE', purpose: 'scales a plane' },
  { source: 'pixels-to-planes', name: 'PIXELS_TO_PLANES', purpose: 'converts pixels to planes' },
] as const;

const OPTIONS = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--noAssert'];

/** The text of the module for the sources as they stand. Throws with the compiler's message when one does not compile. */
export async function compiledCode(): Promise<string> {
  let module = '// Compiled from the sources in assembly by scripts/compile-scaler.ts: do not edit.\n';
  for (const { source, name, purpose } of SOURCES) {
    const lines = (await compiled(`assembly/${source}.ts`)).toString('base64').match(/.{1,110}/g) ?? [];
    const joined = lines.map((line) => `  '${line}'`).join(' +\n');
    module += `\n/** WebAssembly that ${purpose}, in base64. */\nexport const ${name} =\n${joined};\n`;
  }
  return module;
}

async function compiled(file: string): Promise<Buffer> {
  const text = await readFile(join(FOLDER, file), 'utf8');
  let code: Uint8Array | null = null;
  const { error, stderr } = await main([file, ...OPTIONS, '--outFile', 'code.wasm'], {
    readFile: (wanted) => (wanted === file ? text : null),
    writeFile: (_name, content) => {
      if (typeof content !== 'string') code = content;
    },
    listFiles: () => [],
  });
  if (error || !code) throw new Error(`${String(error)}\n${stderr.toString()}`);
  return Buffer.from(code);
}

if (process.argv[1] === import.meta.filename) await writeFile(CODE_PATH, await compiledCode());
