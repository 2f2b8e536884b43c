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
/** The file descriptor by which the server notices that this process is gone, however it ended. */
const PARENT_FD = 3;
// A process group of its own: Ctrl-C in a terminal reaches every process of the foreground group, and the server would
// take the second signal for a request to stop at once.
const server = spawn(pinnedNode(), [...nodeOptions, ...program], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  env: { ...environment, ...process.env, PARENT_FD: String(PARENT_FD) },
  detached: process.platform !== 'win32',
});

/** A second signal within this time is the same key press, passed on by npm. */
const SAME_PRESS_MS = 1_000;
let stoppedAt = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (Date.now() - stoppedAt < SAME_PRESS_MS) return;
    stoppedAt = Date.now();
    server.kill('SIGTERM');
  });
}
// npm may be killed alone: this process then belongs to another parent.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent && stoppedAt === 0) {
    stoppedAt = Date.now();
    server.kill('SIGTERM');
  }
}, SAME_PRESS_MS).unref();
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
