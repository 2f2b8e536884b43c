// `npm start`: installs what is missing, builds the pages, and serves the site. A second start takes seconds.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildPages, installFfmpeg, installPackages, pinnedNode, root } from './prepare.mjs';

installPackages();
installFfmpeg();
buildPages();

// node:sqlite still announces itself as experimental. Uploads pass many short-lived megabytes: a small young generation, an
// early look at the old one, and buffers that go straight back to the system keep the server under 200 MB. What measures
// the server starts it with the same.
const { nodeOptions, environment } = JSON.parse(readFileSync(path.join(root, 'server/launch.json'), 'utf8'));
const program = ['--env-file-if-exists=.env', path.join(root, 'server/main.ts')];
const server = spawn(pinnedNode(), [...nodeOptions, ...program], {
  cwd: root,
  stdio: 'inherit',
  env: { ...environment, ...process.env },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
