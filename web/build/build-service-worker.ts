// Build step: writes /service-worker.js with the list of this build's files.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { SCREEN_NAMES } from '#contract/screens.ts';

/** Cached for a start without a connection: code, type and the picture behind the headline. */
const SHELL_FILE = /\.(js|woff2)$|^typeface-.*\.css$|^hero-.*\.avif$/;

export function buildServiceWorker(): Plugin {
  let root = '';
  return {
    name: 'build-service-worker',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved: (config) => {
      root = config.root;
    },
    writeBundle: {
      // After the pages.
      sequential: true,
      order: 'post',
      async handler({ dir = '' }) {
        const names = (await readdir(join(dir, 'assets'))).filter((name) => SHELL_FILE.test(name)).sort();
        const hash = createHash('sha256').update(names.join());
        for (const name of SCREEN_NAMES) hash.update(await readFile(join(dir, 'pages', `${name}.html`)));
        const shell = {
          version: hash.digest('hex').slice(0, 16),
          files: names.map((name) => `/assets/${name}`),
          laterFiles: (await readdir(join(dir, 'assets/later')))
            .filter((name) => !/\.(br|gz)$/.test(name))
            .map((name) => `/assets/later/${name}`)
            .sort(),
        };
        await build({
          root,
          configFile: false,
          logLevel: 'error',
          define: { SHELL: JSON.stringify(shell) },
          build: {
            outDir: dir,
            emptyOutDir: false,
            copyPublicDir: false,
            target: 'es2022',
            lib: {
              entry: 'app/service-worker/service-worker.ts',
              formats: ['es'],
              fileName: () => 'service-worker.js',
            },
            // Service workers may not import on demand.
            rolldownOptions: { output: { codeSplitting: false } },
          },
        });
      },
    },
  };
}
