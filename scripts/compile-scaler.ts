// Compiles web/render/assembly into the modules beside it: node scripts/compile-scaler.ts
// The code is kept in the project, so that a build needs no compiler; compile-scaler.campaign.test.ts proves that it is the source's.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { main } from 'assemblyscript/asc';

const FOLDER = join(import.meta.dirname, '..', 'web/render');

/** A source in `assembly`, and the module that holds its compiled code. */
export interface CompiledSource {
  readonly source: string;
  readonly module: string;
  readonly name: string;
  readonly purpose: string;
}

/** All that is compiled. */
export const COMPILED: readonly CompiledSource[] = [
  { source: 'scale-plane', module: 'scale-plane-code.ts', name: 'SCALE_PLANE', purpose: 'scales a plane' },
  {
    source: 'pixels-to-planes',
    module: 'pixels-to-planes-code.ts',
    name: 'PIXELS_TO_PLANES',
    purpose: 'converts pixels to planes',
  },
];

/** The path of a module of {@link COMPILED}. */
export const pathOf = ({ module }: CompiledSource): string => join(FOLDER, module);

const OPTIONS = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--noAssert'];

/** The text of a module for its source as it stands. Throws with the compiler's message when it does not compile. */
export async function compiledCode({ source, name, purpose }: CompiledSource): Promise<string> {
  const file = `assembly/${source}.ts`;
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
  const base64 = Buffer.from(code).toString('base64');
  const lines = base64.match(/.{1,110}/g) ?? [];
  const joined = lines.map((line) => `  '${line}'`).join(' +\n');
  return `// Compiled from ${file} by scripts/compile-scaler.ts: do not edit.\n\n/** WebAssembly that ${purpose}, in base64. */\nexport const ${name} =\n${joined};\n`;
}

if (process.argv[1] === import.meta.filename) {
  for (const each of COMPILED) await writeFile(pathOf(each), await compiledCode(each));
}
