// The base of the fault tests: the real server as a separate process, with its content, on a fresh data folder. Every
// test is followed by checks: no stored data is lost, orphaned or changed, no program is left running, the server
// responds, and it has never responded with an unexpected error.
//
//   const site = faultySite();                      // once per test file, outside of any test
//   test('case 3: …', async () => {
//     const visitor = site.visitor();                  // a new browser; `visitor.at(site.url)` after a restart
//     const admin = await site.admin();                // a browser in which the administrator has logged in
//     site.expectErrors('merge-failed');               // codes of status 500 that this test causes
//     await site.restart('SIGKILL');                   // crashes, and restarts on the same folder
//   });
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { checkIntegrity } from '#server/integrity.ts';
import { type ServerProcess, type ServerProcessOptions, startServerProcess } from '#tests/server/server-process.ts';
import { TestBrowser } from '#tests/server/test-browser.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { until } from '#tests/until.ts';
import { fillWithLibrary } from './seeded-folder.ts';

/** One line of the server's log, or a plain line as `msg`. */
export interface LogLine {
  readonly msg: string;
  readonly level?: number;
  readonly status?: number;
  readonly code?: string;
  readonly url?: string;
  readonly [field: string]: unknown;
}

/** Options of a site. */
export interface FaultySiteOptions extends Omit<ServerProcessOptions, 'onLine'> {
  /** The parent of its data folder; by default the system's temporary folder. */
  readonly parentFolder?: () => string;
}

const ADMIN_PASSWORD = 'the greens are slow today';
/** An aborted job ends within this time. */
const QUIET_WITHIN_MS = 8_000;

/** A server and its data folder. */
export class FaultySite {
  /** The server's log since the current test began. */
  log: LogLine[] = [];
  readonly #options: FaultySiteOptions;
  #expectedErrors = new Set<string>();
  #visitors: TestVisitor[] = [];
  #server: ServerProcess | undefined;
  #dataDir = '';

  constructor(options: FaultySiteOptions) {
    this.#options = options;
  }

  get url(): string {
    return this.#running.url;
  }

  get pid(): number {
    return this.#running.pid;
  }

  get dataDir(): string {
    return this.#dataDir;
  }

  get #running(): ServerProcess {
    if (!this.#server) throw new Error('The server is not running');
    return this.#server;
  }

  async open(): Promise<void> {
    this.#dataDir = await mkdtemp(join(this.#options.parentFolder?.() ?? tmpdir(), 'swingmark-faults-'));
    await fillWithLibrary(this.#dataDir);
    await this.start();
  }

  async close(): Promise<void> {
    await this.stop('SIGKILL');
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  /**
   * A browser without cookies. Its videos are deleted after the test. `address` is its IP address, on a site that trusts
   * its proxies.
   */
  visitor(address?: string): TestVisitor {
    const visitor = new TestVisitor(this.url, address);
    this.#visitors.push(visitor);
    return visitor;
  }

  /** A browser in which the administrator has logged in. */
  async admin(): Promise<TestBrowser> {
    const browser = new TestBrowser(this.url);
    await browser.post('/api/admin/login', { password: ADMIN_PASSWORD });
    return browser;
  }

  /** Starts the server on its folder, with these settings besides the site's own. */
  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#server = await startServerProcess(this.#dataDir, {
      ...this.#options,
      settings: { ADMIN_PASSWORD, LOG_LEVEL: 'info', ...this.#options.settings, ...settings },
      onLine: (line) => this.log.push(parsedLine(line)),
    });
  }

  /** Stops the server and returns its exit code; null when the signal killed it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const exitCode = (await this.#server?.end(signal)) ?? null;
    this.#server = undefined;
    return exitCode;
  }

  /** Waits until a fault point has killed the server. Its port may close before, while it opens again. */
  async killed(): Promise<void> {
    const { pid } = this;
    await until('the server is killed', () => {
      try {
        return !process.kill(pid, 0);
      } catch {
        return true;
      }
    });
  }

  /** Stops the server and restarts it on the same folder. */
  async restart(
    signal: NodeJS.Signals = 'SIGTERM',
    settings: Readonly<Record<string, string>> = {},
  ): Promise<number | null> {
    const exitCode = await this.stop(signal);
    await this.start(settings);
    return exitCode;
  }

  /** Declares the codes of this test's expected errors, although their status is 500. */
  expectErrors(...codes: string[]): void {
    for (const code of codes) this.#expectedErrors.add(code);
  }

  beginTest(): void {
    this.log = [];
    this.#expectedErrors = new Set();
    this.#visitors = [];
  }

  /** Deletes the videos of this test's visitors. */
  async deleteVisitorVideos(): Promise<void> {
    for (const visitor of this.#visitors) {
      if (visitor.cookie !== '') await visitor.at(this.url).call('deleteMyVideos');
    }
  }

  /** Fails unless the site is healthy. The server must be running, and no request may be in progress. */
  async probe(): Promise<void> {
    const wrong = async () => [...(await this.#leftRunning()), ...(await this.#strays())];
    const until = performance.now() + QUIET_WITHIN_MS;
    let found = await wrong();
    while (found.length > 0 && performance.now() < until) {
      await sleep(50);
      found = await wrong();
    }
    expect(found, 'what is left after the test').toEqual([]);
    const health = await fetch(`${this.url}/healthz`, { signal: AbortSignal.timeout(1_000) });
    expect(health.status, 'the status of /healthz').toBe(200);
    expect(this.unexpectedErrors(), 'unexpected errors').toEqual([]);
  }

  /** The logged errors with status 500 that the test did not expect. */
  unexpectedErrors(): LogLine[] {
    const isFailure = ({ msg, code }: LogLine) => msg === 'Request failed' && isServerFault(code);
    return this.log.filter((line) => isFailure(line) && !this.#expectedErrors.has(line.code ?? ''));
  }

  async #leftRunning(): Promise<string[]> {
    return (await childrenOf(this.pid)).map((command) => `still running: ${command}`);
  }

  async #strays(): Promise<string[]> {
    const report = await checkIntegrity(this.#dataDir, { isIdle: true });
    return [
      ...report.orphanFiles.map((path) => `orphan_file ${path}`),
      ...report.missingFiles.map((path) => `missing_file ${path}`),
      ...report.checksumMismatches.map((path) => `checksum_mismatch ${path}`),
    ];
  }
}

/** A site for all tests of a file, checked after each of them. */
export function faultySite(options: FaultySiteOptions = {}): FaultySite {
  const site = new FaultySite(options);
  beforeAll(() => site.open());
  beforeEach(() => site.beginTest());
  afterEach(async () => {
    await site.probe();
    await site.deleteVisitorVideos();
  });
  afterAll(() => site.close());
  return site;
}

/** The command lines of a process's children and their children. */
export async function childrenOf(pid: number): Promise<string[]> {
  const lists = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = lists.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => ''));
  const pids = (await Promise.all(texts)).join(' ').split(' ').filter(Boolean).map(Number);
  const below = await Promise.all(pids.map(async (child) => [await commandOf(child), ...(await childrenOf(child))]));
  return below.flat().filter((command) => command !== '');
}

async function commandOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line.replaceAll('\0', ' ').trim();
}

/** Whether a code is a fault of the server itself, unlike overload, a stop or a full disk. */
function isServerFault(code: string | undefined): boolean {
  return ['internal', 'merge-failed', 'speed-failed', 'render-failed', undefined].includes(code);
}

function parsedLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return { msg: line };
  }
}
