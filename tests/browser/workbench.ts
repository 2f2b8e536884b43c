// Builds the workbench pages (tools/workbench/) like the product, and the modules that tests import in them by their source
// paths. `node tools/workbench/serve.ts` serves the same pages for manual trials.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { listenLocally } from '#tests/server/local-port.ts';

const PROJECT_ROOT = join(import.meta.dirname, '..', '..');
const PAGES = [
  'tools/workbench/player.html',
  'tools/workbench/synced.html',
  'tools/workbench/moments.html',
  'tools/workbench/body.html',
];
const MODULES = [
  'domain/comparison/comparison-plan.ts',
  'domain/comparison/timeline.ts',
  'domain/video/frame-number.ts',
  'tests/fixtures/large-link.ts',
  'tests/fixtures/read-frames.ts',
  'web/body/rgba-reader.ts',
  'web/lessons/lesson-player.ts',
  'web/lessons/lesson-recorder.ts',
  'web/lessons/microphone.ts',
  'web/lib/false-answers.ts',
  'web/range/range-store.ts',
  'web/range/shots-picture.tsx',
  'web/player/engine/frame-table.ts',
  'web/player/synced/synced-loops.ts',
  'web/player/synced/synced-pair.ts',
  'web/range/capture/capture.ts',
  'web/range/capture/encoded-ring.ts',
  'web/render/paced-decoder.ts',
  'web/render/render-on-device.ts',
  'web/kept/kept-database.ts',
  'web/clip/clip-storage.ts',
  'web/clip/upload-video.ts',
  'web/find/search-moments.ts',
  'web/render/device-results.ts',
  'web/clip/new-pictures.ts',
];
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** Builds and serves it on a free port. */
export async function startWorkbench(): Promise<{ address: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-'));
  await buildWorkbench(folder);
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname);
    // Sources keep their names, but their content is JavaScript.
    const type = TYPES[extname(path)] ?? 'text/javascript';
    readFile(join(folder, path)).then(
      // A page of a site may load a module, too.
      (file) => response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(file),
      () => response.writeHead(404).end(),
    );
  });
  const port = await listenLocally(server);
  const stop = async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { address: `http://127.0.0.1:${port}/tools/workbench/player.html`, stop };
}

async function buildWorkbench(outDir: string): Promise<void> {
  await build({
    root: PROJECT_ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), tailwindcss()],
    build: {
      outDir,
      target: 'es2022',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries([...PAGES, ...MODULES].map((path) => [path, join(PROJECT_ROOT, path)])),
        preserveEntrySignatures: 'exports-only',
        output: { entryFileNames: ({ name }) => (MODULES.includes(name) ? name : 'assets/[name]-[hash].js') },
      },
    },
  });
}
