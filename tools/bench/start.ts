// What a second `npm start` costs: CPU time of everything that it starts and waits for, until the site has answered and been
// idle for some seconds, and the memory of the server then. Run alone: node tools/bench/run.ts start
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BenchFigure, median } from './measured-run.ts';

const ROUNDS = 5;
const MAX_CPU_SECONDS = 1;
/** Resident, pages of Node's own file included. The target is 90. */
const MAX_MB = 110;
const IDLE_MS = 5000;
const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 120_000;

/** Starts the site once to fill a data folder, then measures five starts on it. */
export async function run(): Promise<BenchFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-bench-'));
  try {
    await measuredStart(folder);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measuredStart(folder));
    const seconds = rounds.map(({ cpuSeconds }) => cpuSeconds);
    const megabytes = rounds.map(({ serverMb }) => serverMb);
    return [
      {
        name: 'second npm start, CPU seconds',
        figure: median(seconds),
        limit: MAX_CPU_SECONDS,
        note: `${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)} in ${ROUNDS} starts, stopping included`,
      },
      {
        name: 'memory of the idle server, MB',
        figure: median(megabytes),
        limit: MAX_MB,
        note: `${Math.min(...megabytes).toFixed(0)} to ${Math.max(...megabytes).toFixed(0)} resident, after ${IDLE_MS / 1000} s`,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measuredStart(folder: string): Promise<{ cpuSeconds: number; serverMb: number }> {
  const port = await freePort();
  const costPath = join(folder, 'cost');
  const started = spawn('/usr/bin/time', ['-f', '%U %S', '-o', costPath, 'npm', 'start'], {
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: String(port), LOG_LEVEL: 'silent' },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(started, 'exit');
  try {
    await answerOf(`http://127.0.0.1:${port}/`);
    await wait(IDLE_MS);
    const server = serverOf(started);
    process.kill(server.pid, 'SIGTERM');
    await ended;
    const [user = 0, system = 0] =
      (await readFile(costPath, 'utf8')).trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
    return { cpuSeconds: user + system, serverMb: server.residentMb };
  } finally {
    if (started.exitCode === null) process.kill(-(started.pid ?? 0), 'SIGKILL');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

async function answerOf(url: string): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (performance.now() < giveUpAt) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await wait(LOOK_EVERY_MS);
  }
  throw new Error('npm start did not answer');
}

/** The server among a process's descendants: the process that runs the bundle. */
function serverOf({ pid = 0 }: ChildProcess): { readonly pid: number; readonly residentMb: number } {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const read = (name: string, file: string) => {
    try {
      return readFileSync(`/proc/${name}/${file}`, 'utf8');
    } catch {
      // It has ended meanwhile.
      return '';
    }
  };
  const parentOf = (name: string) => /^PPid:\s+(\d+)$/m.exec(read(name, 'status'))?.[1] ?? '0';
  const isOurs = (name: string): boolean => name === String(pid) || (name !== '0' && isOurs(parentOf(name)));
  const found = all.find((name) => /dist\/server-\w+\/main\.js/.test(read(name, 'cmdline')) && isOurs(name));
  if (found === undefined) throw new Error('The server is not running');
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(read(found, 'status'))?.[1]);
  return { pid: Number(found), residentMb: (kilobytes * 1024) / 1e6 };
}
