// Runs the server as a child process that stops when this one exits for any reason.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtServer } from './build-server.mjs';
import { pinnedNode, root } from './prepare.mjs';

/** The file descriptor by which the server detects that this process has exited. */
const PARENT_FD = 3;
/** A second signal within this time is the same key press, passed on by npm. */
const DUPLICATE_SIGNAL_MS = 1_000;

/** Builds the server if necessary; returns Node's arguments and the environment that start it. */
export function serverLaunch() {
  // node:sqlite still prints an experimental warning. Uploads allocate many short-lived megabytes: a small young
  // generation, early collection of the old one, and buffers returned directly to the system keep the server under
  // 200 MB. Benchmarks start the server with the same flags.
  const { nodeOptions, environment } = JSON.parse(readFileSync(path.join(root, 'server/launch.json'), 'utf8'));
  const { program, compileCache } = builtServer();
  return {
    args: [...nodeOptions, '--env-file-if-exists=.env', program],
    env: { NODE_COMPILE_CACHE: compileCache, ...environment, ...process.env },
  };
}

/** Starts the server and exits with its exit code. */
export function serve() {
  const { args, env } = serverLaunch();
  const server = spawn(pinnedNode(), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    env: { ...env, PARENT_FD: String(PARENT_FD) },
    // A separate process group: Ctrl-C is sent to every process of the terminal's foreground group, and the server
    // would treat a second signal as a request to stop at once.
    detached: process.platform !== 'win32',
  });
  let stoppedAt = 0;
  const stop = () => {
    if (Date.now() - stoppedAt < DUPLICATE_SIGNAL_MS) return;
    stoppedAt = Date.now();
    server.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  // If npm alone is killed, this process gets another parent.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && stoppedAt === 0) stop();
  }, DUPLICATE_SIGNAL_MS).unref();
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) serve();
