// The server as a separate process, for tests that kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { builtServer } from '#scripts/build-server.mjs';
// The same options as `npm start`.
import launch from '#server/launch.json' with { type: 'json' };
import { smallLibrary } from '#tests/fixtures/small-library.ts';

const PROJECT_ROOT = join(import.meta.dirname, '..', '..');

/** A running process. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Sends a signal, waits for the exit and returns the exit code; null when the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Options that differ from the defaults. */
export interface ServerProcessOptions {
  /** Settings as the environment gives them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A command that wraps the server's, such as `prlimit` with its options. */
  readonly startedBy?: readonly string[];
  /** The folder of an older release, which is started as the systemd units start it; by default this version's bundle. */
  readonly releaseFolder?: string | undefined;
  /** Called with each line of the server's output. */
  readonly onLine?: (line: string) => void;
}

/** Starts the server of `npm start` on a data folder and waits until it answers. */
export async function startServerProcess(dataDir: string, options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const { settings, startedBy = [], releaseFolder, onLine } = options;
  const { folder, main, compileCache } = programOf(releaseFolder);
  const [program = '', ...args] = [...startedBy, process.execPath, ...launch.nodeOptions, main];
  // All visitors of a test have one address.
  const many = { MAX_NEW_VISITORS_PER_NETWORK: '1000000' };
  const library = { CONTENT_DIR: await smallLibrary() };
  const fixed = {
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DISK_RESERVE_MB: '0',
    // A test may run at night.
    NIGHTLY_BACKUPS: 'off',
    ...many,
    ...library,
  };
  const child = spawn(program, args, {
    cwd: folder,
    env: { NODE_COMPILE_CACHE: compileCache, ...launch.environment, ...process.env, ...fixed, ...settings },
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

function programOf(releaseFolder: string | undefined) {
  if (releaseFolder === undefined) {
    const { program, compileCache } = builtServer();
    return { folder: PROJECT_ROOT, main: program, compileCache };
  }
  return {
    folder: releaseFolder,
    main: join(releaseFolder, 'server/main.ts'),
    compileCache: join(releaseFolder, 'dist/compiled'),
  };
}

/** The command lines of ffmpeg and ffprobe processes that use a folder. */
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
    const onOutput = (piece: unknown) => {
      text = (text + String(piece)).slice(-20_000);
      // With PUBLIC_URL only the log has the local address, and it may be written later.
      const listening = /Server listening at ([^"\s]+)/.exec(text)?.[1];
      const announced = /Swingmark is at (\S+)/.exec(text)?.[1];
      if (announced && (listening || !isPublic)) resolve(listening ?? announced);
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`The server did not start: ${text}`)));
  });
}
