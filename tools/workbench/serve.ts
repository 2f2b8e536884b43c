// Serves the workbench pages: `node tools/workbench/serve.ts [port]` prints the address. Port 0 picks a free one. For manual
// trials and tests only; not part of the product.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

const cacheDir = `${root}/.cache/workbench-${process.pid}`;

const server = await createServer({
  root,
  configFile: false,
  appType: 'mpa',
  // A separate cache from the development server's: both may run at once, and so may several tests.
  cacheDir,
  logLevel: 'warn',
  plugins: [react(), tailwindcss()],
  // Listed here because Vite reloads the page when it discovers a dependency while the page loads.
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
      '@tanstack/react-query',
    ],
  },
  server: { host: '127.0.0.1', port: Number(process.argv[2] ?? 5199), watch: null, hmr: false },
});

process.on('exit', () => rmSync(cacheDir, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit());

await server.listen();
process.stdout.write(`${server.resolvedUrls?.local[0] ?? ''}tools/workbench/player.html\n`);
