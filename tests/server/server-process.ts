// The server as a separate process, for tests that kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
// As scripts/start.mjs starts it.
import launch from '#server/launch.json' with { type: 'json' };

const PROJECT_ROOT = join(import.meta.dirname, '..', '..');
/** Node keeps compiled sources there: a server starts in two thirds of the time, and tests start it a hundred times. */
const NODE_COMPILE_CACHE = join(PROJECT_ROOT, '.cache/node');

/** A running process. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Ends it with a signal and gives its exit code; null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** What a test may want otherwise. */
export interface ServerProcessOptions {
  /** Settings as the environment gives them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A program that starts the server in its turn, such as `prlimit` with its options. */
  readonly startedBy?: readonly string[];
  /** Hears each line that the server writes. */
  readonly onLine?: (line: string) => void;
}

/** Starts `server/main.ts` on a data folder and waits until it answers. */
export async function startServerProcess(dataDir: string, options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const { settings, startedBy = [], onLine } = options;
  const [program = '', ...args] = [...startedBy, process.execPath, ...launch.nodeOptions, 'server/main.ts'];
  // All of a test's visitors come from one address.
  const many = { MAX_NEW_VISITORS_PER_NETWORK: '1000000' };
  const fixed = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', DISK_RESERVE_MB: '0', ...many };
  const child = spawn(program, args, {
    cwd: PROJECT_ROOT,
    env: { NODE_COMPILE_CACHE, ...launch.environment, ...process.env, ...fixed, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (onLine) createInterface({ input: child.stdout }).on('line', onLine);
  const url = await addressOf(child, settings?.PUBLIC_URL !== undefined);
  return {
    url,
    pid: child.pid ?? 0,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      const [exitCode] = (await ended) as [number | null];
      return exitCode;
    },
  };
}

/** The command lines of ffmpeg and ffprobe processes that work in a folder. */
export async function findMediaProcesses(dataDir: string): Promise<string[]> {
  const lines = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter(
    (line) => /^\S*(unshare|bwrap|setpriv|nice|prlimit|ffmpeg|ffprobe)\0/.test(line) && line.includes(dataDir),
  );
}

function addressOf(child: ChildProcess, isPublic: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const hear = (piece: unknown) => {
      text = (text + String(piece)).slice(-20_000);
      // With PUBLIC_URL only the log tells where it listens, and that may come a moment later.
      const listening = /Server listening at ([^"\s]+)/.exec(text)?.[1];
      const said = /Swingmark is at (\S+)/.exec(text)?.[1];
      if (said && (listening || !isPublic)) resolve(listening ?? said);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`The server did not start: ${text}`)));
  });
}
