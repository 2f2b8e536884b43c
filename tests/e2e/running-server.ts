// The real server as a child process on a folder of its own and a free port, for tests that drive a real browser.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server that listens. */
export interface RunningServer {
  /** Its origin, such as `http://127.0.0.1:43210`. */
  readonly origin: string;
  /** Ends it and removes its folder. */
  readonly stop: () => Promise<void>;
  /** Ends it and starts it again on the same folder and port. */
  readonly restart: () => Promise<void>;
}

const PROJECT_ROOT = join(import.meta.dirname, '..', '..');
const START_WITHIN_MS = 60_000;

/** Starts the server. The pages must be built: `npm test` does that first. */
export async function startServer(): Promise<RunningServer> {
  if (!existsSync(join(PROJECT_ROOT, 'dist/web/index.html'))) throw new Error('Build the pages first: npm run build');
  const dataDir = await mkdtemp(join(tmpdir(), 'swingmark-e2e-'));
  let { child, origin } = await launch(dataDir, '0');
  const { port } = new URL(origin);
  return {
    origin,
    stop: async () => {
      await end(child);
      await rm(dataDir, { recursive: true, force: true });
    },
    restart: async () => {
      await end(child);
      ({ child, origin } = await launch(dataDir, port));
    },
  };
}

async function launch(dataDir: string, port: string): Promise<{ child: ChildProcess; origin: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: port, HOST: '127.0.0.1', DISK_RESERVE_MB: '0' };
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: PROJECT_ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The server did not start:\n${printed}`)), START_WITHIN_MS);
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /Swingmark is at (http:\/\/\S+)/.exec(printed)?.[1];
      if (!found) return;
      clearTimeout(late);
      resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)));
  });
  return { child, origin };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
