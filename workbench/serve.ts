// Serves the workbench pages: `node workbench/serve.ts [port]` prints the address. Port 0 takes a free one.
// Only for trying things by hand and for tests; it is no part of the product.
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

const server = await createServer({
  root,
  configFile: false,
  appType: 'mpa',
  // Not the cache of the product's own development server: both may run at once, and several tests too.
  cacheDir: `${root}/.cache/workbench-${process.pid}`,
  logLevel: 'warn',
  plugins: [react(), tailwindcss()],
  // Found while a page loads, a dependency makes Vite load the page again: they are named here instead.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      'react',
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      'radix-ui',
      'lucide-react',
      'mediabunny',
    ],
  },
  server: { host: '127.0.0.1', port: Number(process.argv[2] ?? 5199), watch: null, hmr: false },
});

await server.listen();
process.stdout.write(`${server.resolvedUrls?.local[0] ?? ''}workbench/player.html\n`);
