// `npm start`: installs what is missing, builds the pages, and serves the site. A second start takes seconds.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildPages, installFfmpeg, installPackages, pinnedNode, root } from './prepare.mjs';

installPackages();
installFfmpeg();
buildPages();

const nodeOptions = [
  // node:sqlite still announces itself as experimental.
  '--disable-warning=ExperimentalWarning',
  '--env-file-if-exists=.env',
  // Uploads pass many short-lived megabytes. A small young generation, an early look at the old one, and buffers that go
  // straight back to the system keep the server under 200 MB (bench/upload-memory.ts measures with the same).
  '--max-semi-space-size=2',
  '--heap-growing-percent=20',
];
const environment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', ...process.env };
const server = spawn(pinnedNode(), [...nodeOptions, path.join(root, 'server/main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: environment,
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
