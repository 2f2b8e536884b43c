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
  // Uploads pass many short-lived megabytes: a small young generation keeps the server under 200 MB (bench/upload-memory.ts).
  '--max-semi-space-size=2',
];
const server = spawn(pinnedNode(), [...nodeOptions, path.join(root, 'server/main.ts')], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
