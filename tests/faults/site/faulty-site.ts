// The base of the fault tests: the real server as a separate process, with its content, on a fresh data folder. Every
// test is followed by checks: no stored data is lost, orphaned or changed, no program is left running, the server
// responds, and it has never responded with an unexpected error.
//
//   const site = faultySite();                      // once per test file, outside of any test
//   test('case 3: …', async () => {
//     const visitor = site.visitor();                  // a new browser; `visitor.at(site.url)` after a restart
//     const admin = await site.admin();                // a browser in which the administrator has logged in
//     site.expectErrors('merge-failed');                    // codes of status 500 that this one test is to bring about
//     await site.restart('SIGKILL');                   // dies, and comes back on the same folder
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

/** How a site differs from a plain one. */
export interface FaultySiteOptions extends Omit<ServerProcessOptions, 'onLine'> {
  /** Where its data folder is made; a folder of the system for such things when not given. */
  readonly parentFolder?: () => string;
}

const ADMIN_PASSWORD = 'the greens are slow today';
/** An aborted job ends within this time. */
const QUIET_WITHIN_MS = 8_000;

/** A server and its data folder. */
export class FaultySite {
  /** Everything that the server has written since the last test began. */
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
   * A browser that has not been here before. What it has sent is deleted after the test. `address` is where it is, on a
   * site that believes its proxies.
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

  /** Ends the server and gives its exit code; null when the signal itself ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const exitCode = (await this.#server?.end(signal)) ?? null;
    this.#server = undefined;
    return exitCode;
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

  /** The next test begins without anything of this one's visitors. */
  async forgetVisitors(): Promise<void> {
    for (const visitor of this.#visitors) {
      if (visitor.cookie !== '') await visitor.at(this.url).call('deleteMyVideos');
    }
  }

  /** Fails unless all is well with the site. The server has to be running, and nothing is to be under way any more. */
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
    expect(health.status, 'the answer of /healthz').toBe(200);
    expect(this.unexpectedErrors(), 'unexpected errors').toEqual([]);
  }

  /** The log's failures with status 500 that no test has foreseen. */
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
    await site.forgetVisitors();
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

/** Overload, a stop and a full disk are answers; a failure of the server's own is none. */
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
