// The server as a process of its own, for tests that kill it. Knows no test framework.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PROJECT_ROOT = join(import.meta.dirname, '..', '..');

/** A running process. */
export interface ServerProcess {
  readonly url: string;
  /** Ends it with a signal and gives its exit code; null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts `server/main.ts` on a data folder and waits until it answers. */
export async function startServerProcess(dataDir: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: PROJECT_ROOT,
    // biome-ignore lint/style/noProcessEnv: a child of a test inherits its environment.
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', DISK_RESERVE_MB: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await addressOf(child);
  return {
    url,
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
  return lines.filter((line) => /^\S*(setpriv|prlimit|ffmpeg|ffprobe)\0/.test(line) && line.includes(dataDir));
}

async function addressOf(child: ChildProcess): Promise<string> {
  let text = '';
  child.stderr?.on('data', (piece) => {
    text += String(piece);
  });
  for await (const piece of child.stdout ?? []) {
    text += String(piece);
    const address = /Swingmark is at (\S+)/.exec(text)?.[1];
    if (address) {
      child.stdout?.resume();
      return address;
    }
  }
  throw new Error(`The server did not start: ${text}`);
}
