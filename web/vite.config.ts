// Builds the web app into dist/web; in development proxies calls to the server.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildServiceWorker } from '#web/build/build-service-worker.ts';
import { prerenderPages } from '#web/build/prerender-pages.ts';
import { wordsInShell } from '#web/build/words-in-shell.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const server = 'http://127.0.0.1:3000';

export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), wordsInShell(), precompress(), prerenderPages(), buildServiceWorker()],
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The first script, and what Vite adds to it, stands alone: it comes before the first picture.
            {
              name: 'boot',
              test: /(web\/(boot\/|app\/early-actions|app\/without-comparison)|preload-helper)/,
              priority: 2,
            },
            // Everything that every page needs is one file instead of thirty.
            { name: 'app', test: /web\/main\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/uploads': server, '/media': server, '/content': server } },
});

/** Smaller twins of scripts and styles, which the server hands to browsers that take them: made once, not at each request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      for (const file of Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))) {
        const text = await readFile(join(dir, file));
        await writeFile(join(dir, `${file}.br`), brotliCompressSync(text));
        await writeFile(join(dir, `${file}.gz`), gzipSync(text, { level: 9 }));
      }
    },
  };
}
