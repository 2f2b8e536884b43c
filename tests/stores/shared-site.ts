// A site of several processes for tests: web processes and workers of the built server, on one PostgreSQL and one S3 store.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtServer } from '#scripts/build-server.mjs';
import { connectPostgres, type Postgres } from '#server/database/open-postgres.ts';
import { openS3Objects, type S3Objects } from '#server/files/s3-objects.ts';
import { readConfig } from '#server/runtime/config.ts';
import { listOwnedFiles } from '#server/site/owned-files.ts';
import { type ServerProcess, startServerProcess } from '#tests/server/server-process.ts';
import { TestBrowser } from '#tests/server/test-browser.ts';

const run = promisify(execFile);
const ADMIN_PASSWORD = 'the greens are shared today';

/** The role of a process. */
export type TestRole = 'web' | 'worker';

/** One process with its own data folder. */
export interface SiteProcess {
  readonly role: TestRole;
  readonly name: string;
  readonly dataDir: string;
  process: ServerProcess;
}

/** How a process is started. */
export interface LaunchOptions {
  /** Environment variables besides the site's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of an older release; by default it is this version. */
  readonly releaseFolder?: string | undefined;
}

/** Where the shared servers are. */
export interface SharedServers {
  readonly databaseUrl: string;
  readonly s3Url: string;
}

/** A running site. */
export class SharedSite {
  /** The last lines of every process's log. */
  readonly log: string[] = [];
  readonly #servers: SharedServers;
  readonly root: string;
  readonly #processes: SiteProcess[] = [];
  #rows: Postgres | null = null;
  #objects: S3Objects | null = null;
  #started = 0;

  private constructor(servers: SharedServers, root: string) {
    this.#servers = servers;
    this.root = root;
  }

  /** Prepares an empty database and bucket, and starts the processes, of this version or of an older release. */
  static async open(roles: readonly TestRole[], servers: SharedServers, releaseFolder?: string): Promise<SharedSite> {
    const site = new SharedSite(servers, await mkdtemp(join(tmpdir(), 'swingmark-shared-')));
    await site.migrate(releaseFolder);
    await Promise.all(roles.map((role) => site.start(role, { releaseFolder })));
    return site;
  }

  /** The settings that all processes have in common. */
  get settings(): Record<string, string> {
    const { databaseUrl, s3Url } = this.#servers;
    return {
      DATABASE_URL: databaseUrl,
      S3_URL: s3Url,
      DATABASE_CONNECTIONS: '4',
      DISK_RESERVE_MB: '0',
      PUBLIC_URL: 'http://swing.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      ADMIN_PASSWORD,
      TRUSTED_PROXIES: 'loopback',
      MAX_CONCURRENT_JOBS: '1',
      LOG_LEVEL: 'info',
      METRICS_TOKEN: 'token',
      MAX_NEW_VISITORS_PER_NETWORK: '1000000',
    };
  }

  /** `npm run migrate`, of this version or of an older release. */
  async migrate(releaseFolder?: string): Promise<void> {
    const dataDir = join(this.root, 'migrate');
    const env = { ...process.env, ...this.settings, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
    const program = releaseFolder === undefined ? builtServer().program : join(releaseFolder, 'server/main.ts');
    await run(process.execPath, [program, 'migrate'], { env });
  }

  /** Starts another process, by a command that wraps it, such as `taskset`, and with a data folder elsewhere. */
  async start(
    role: TestRole,
    options: LaunchOptions & { readonly startedBy?: readonly string[]; readonly dataDir?: string } = {},
  ): Promise<SiteProcess> {
    this.#started += 1;
    const name = `${role}-${this.#started}`;
    const { dataDir = join(this.root, name), ...rest } = options;
    const launched = await this.#launch({ role, name, dataDir }, rest);
    const started: SiteProcess = { role, name, dataDir, process: launched };
    this.#processes.push(started);
    return started;
  }

  /** Starts a process again after it has ended, perhaps as another release. */
  async restart(ended: SiteProcess, options: LaunchOptions = {}): Promise<void> {
    ended.process = await this.#launch(ended, options);
  }

  processes(role: TestRole): readonly SiteProcess[] {
    return this.#processes.filter((each) => each.role === role);
  }

  /** The address of a web process. */
  web(index = 0): string {
    const webs = this.processes('web');
    return webs[index % webs.length]?.process.url ?? '';
  }

  /** A browser in which the administrator has logged in. */
  async admin(): Promise<TestBrowser> {
    const browser = new TestBrowser(this.web());
    await browser.post('/api/admin/login', { password: ADMIN_PASSWORD });
    return browser;
  }

  /** The site's rows. */
  async rows(): Promise<Postgres> {
    this.#rows ??= await connectPostgres({ url: this.#servers.databaseUrl, poolSize: 2 });
    return this.#rows;
  }

  /** The keys of the store. */
  async keys(prefix: string): Promise<string[]> {
    const { s3 } = readConfig({ S3_URL: this.#servers.s3Url });
    if (!s3) throw new Error('No store');
    this.#objects ??= await openS3Objects(s3);
    const keys: string[] = [];
    for await (const { key } of this.#objects.list(prefix)) keys.push(key);
    return keys;
  }

  /** Objects that no row owns, and rows whose object is missing. */
  async strays(): Promise<string[]> {
    const { db } = await this.rows();
    const owned = new Set((await listOwnedFiles(db)).map(({ bucket, name }) => `media/${bucket}/${name}`));
    const stored = new Set(await this.keys('media/'));
    return [
      ...[...stored].filter((key) => !owned.has(key)).map((key) => `without an owner: ${key}`),
      ...[...owned].filter((key) => !stored.has(key)).map((key) => `missing: ${key}`),
    ];
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.process.end('SIGKILL')));
    await this.#rows?.close();
    this.#objects?.close();
    await rm(this.root, { recursive: true, force: true });
  }

  #launch(
    { role, name, dataDir }: Pick<SiteProcess, 'role' | 'name' | 'dataDir'>,
    { startedBy = [], env = {}, releaseFolder }: LaunchOptions & { readonly startedBy?: readonly string[] },
  ) {
    return startServerProcess(dataDir, {
      settings: { ...this.settings, ...env, ROLE: role },
      startedBy,
      releaseFolder,
      onLine: (line) => {
        this.log.push(`${name} ${line}`);
        if (this.log.length > 400) this.log.splice(0, 100);
      },
    });
  }
}
