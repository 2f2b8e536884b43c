// Builds the web app into dist/web, and is the base of scripts/dev.ts.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildServiceWorker } from '#web/build/build-service-worker.ts';
import { splitWords, wordsInShell } from '#web/build/build-words.ts';
import { prerenderPages } from '#web/build/prerender-pages.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** The body model with its runtime and worker, and the sound encoder: fetched on first use only, so no part of the shell. */
const LATER_FILE = /^(body-worker|litert_wasm_|pose_|mediabunny-aac-encoder)/;

const fileNames = {
  assetFileNames: ({ names }: { names: readonly string[] }) =>
    LATER_FILE.test(names[0] ?? '') ? 'assets/later/[name]-[hash][extname]' : 'assets/[name]-[hash][extname]',
  entryFileNames: ({ name }: { name: string }) =>
    LATER_FILE.test(name) ? 'assets/later/[name]-[hash].js' : 'assets/[name]-[hash].js',
};

const workerFileNames = { ...fileNames, chunkFileNames: fileNames.entryFileNames };

export default defineConfig({
  root,
  cacheDir: '../.cache/vite',
  plugins: [
    react(),
    tailwindcss(),
    wordsInShell(),
    splitWords(),
    precompress(),
    prerenderPages(),
    buildServiceWorker(),
  ],
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      // The body's own entry: it is there, with its worker and model, whichever page asks for it, and tests can call it.
      input: ['index.html', 'body/see-body.ts'].map((entry) => join(root, entry)),
      preserveEntrySignatures: 'exports-only',
      output: {
        ...fileNames,
        codeSplitting: {
          groups: [
            // The first script, and what Vite adds to it, stands alone: it comes before the first picture.
            {
              name: 'boot',
              test: /(web\/(app\/boot|lib\/early-actions|app\/without-comparison)|preload-helper)/,
              priority: 2,
            },
            // Everything that every page needs is one file instead of thirty.
            { name: 'app', test: /web\/app\/main\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  // What only workers import counts too: found late, it would reload the page in development.
  optimizeDeps: { entries: ['index.html', '**/*worker.ts'] },
  // Workers load the sound encoder on demand, which needs modules.
  worker: { format: 'es', rolldownOptions: { output: workerFileNames } },
});

/** Browsers take windows of up to 2^24 bytes. */
const QUICKLY = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };

/**
 * Smaller twins of what gets smaller, which the server hands to browsers that take them: made once, not at each request.
 * The body model's in two seconds: the last 3 % would take half a minute.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(js|css|svg|wasm|tflite|data)$/.test(name));
      const twins = files.map(async (file) => {
        const content = await readFile(join(dir, file));
        await writeFile(join(dir, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
        const params = /\.(js|css|svg)$/.test(file) ? {} : QUICKLY;
        await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(content, { params }));
      });
      // Together, on all cores.
      await Promise.all(twins);
    },
  };
}
