// The tasks that one process of a site does for all: the sweep, which deletes expired data and sets orphans aside, and failing
// jobs that no worker will take.
import type { FastifyBaseLogger } from 'fastify';
import { dueNow } from '#server/database/database-clock.ts';
import type { Leadership } from '#server/database/leadership.ts';
import { truncateLog } from '#server/database/open-database.ts';
import { isMediaName, MEDIA_BUCKETS, type MediaStore } from '#server/files/media-store.ts';
import { publishStoredGolfers } from '#server/library/publish-stored-golfers.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { Shares } from '#server/shares/shares.ts';
import type { Uploads } from '#server/uploads/uploads.ts';
import type { Site } from './open-site.ts';
import { listOwnedChunkFolders, listOwnedFiles } from './owned-files.ts';

/** The sweep; `orphansAfterMs` is how long a file may lack an owner. On a site of several processes, the leader's. */
export function siteSweep(
  site: Site,
  uploads: Pick<Uploads, 'expire'>,
  shares: Pick<Shares, 'expire'>,
  deleteExpiredAccounts: () => Promise<void>,
  orphansAfterMs?: number,
): Sweep {
  const { config, db, media, chunks, log, instance, results, sessions, jobStore } = site;
  return new Sweep({
    media,
    chunks,
    log,
    isAlone: config.databaseUrl === null,
    ...(orphansAfterMs !== undefined && { orphansAfterMs }),
    now: config.databaseUrl === null ? async () => steadyNow() : () => dueNow(db),
    uploadHours: config.uploadHours,
    resultHours: config.resultHours,
    expireUploads: (silentSince) => uploads.expire(silentSince),
    expireResults: async (madeBefore) => {
      await results.expire(madeBefore);
      await jobStore.deleteEndedBefore(madeBefore);
    },
    expireShares: (endedBy) => shares.expire(endedBy),
    deleteExpiredSessions: async () => {
      await sessions.deleteExpired();
      await deleteExpiredAccounts();
    },
    afterwards: async () => {
      // Also those that a process of an earlier version has added since.
      if (site.tools) await publishStoredGolfers({ ...site, tools: site.tools });
      await instance.touch();
      await truncateLog(db);
    },
    listOwned: async () => ({
      chunkFolders: await listOwnedChunkFolders(db),
      files: new Set((await listOwnedFiles(db)).map(({ bucket, name }) => `${bucket}/${name}`)),
    }),
  });
}

const CHECK_JOBS_EVERY_MS = 10_000;

/** Leads the site whenever no other process does, until it is closed. */
export function leadSite(site: Site, url: string, sweep: Sweep): { close(): Promise<void> } {
  const opened = open(site, url, sweep);
  return { close: async () => (await opened).close() };
}

async function open({ db, log }: Site, url: string, sweep: Sweep): Promise<Leadership> {
  const { Leadership } = await import('#server/database/leadership.ts');
  const { SharedJobStore } = await import('#server/jobs/shared-job-store.ts');
  const store = new SharedJobStore(db);
  const checkJobs = async () => {
    const ids = await store.failAbandoned();
    if (ids.length > 0) log.error({ ids }, 'Jobs failed because no worker could end them');
  };
  let timer: NodeJS.Timeout | undefined;
  const leading = {
    begin: () => {
      log.info('This process sweeps now');
      sweep.start().catch((err: unknown) => log.error({ err }, 'The first sweep failed; it is repeated'));
      timer = setInterval(() => {
        checkJobs().catch((err: unknown) => log.error({ err }, 'Jobs could not be checked'));
      }, CHECK_JOBS_EVERY_MS).unref();
    },
    end: async () => {
      clearInterval(timer);
      await sweep.stop();
      log.info('This process no longer sweeps');
    },
  };
  const leadership = new Leadership(url, leading, log);
  leadership.open();
  return leadership;
}

export interface SweepParts {
  readonly media: MediaStore;
  /** The chunks of uploads, by folder. */
  readonly chunks: { list(): Promise<string[]>; setAside(folder: string, reason: string): Promise<void> };
  /** Whether no other process can be storing anything when this one starts. */
  readonly isAlone: boolean;
  readonly uploadHours: number;
  readonly resultHours: number;
  /** Deletes the uploads that have been idle since a time. */
  readonly expireUploads: (silentSince: number) => Promise<void>;
  /** Deletes the results that were made before a time, and their jobs. */
  readonly expireResults: (madeBefore: number) => Promise<void>;
  /** Deletes the links that have ended by a time. */
  readonly expireShares: (endedBy: number) => Promise<void>;
  readonly deleteExpiredSessions: () => Promise<void>;
  readonly afterwards?: () => Promise<void>;
  /** Everything that rows own: chunk folders by name, files as `bucket/name`. */
  readonly listOwned: () => Promise<{ chunkFolders: ReadonlySet<string>; files: ReadonlySet<string> }>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** The time for deciding what is due, in milliseconds since 1970. */
  readonly now: () => Promise<number>;
  /** How long a file may be without an owner. */
  readonly orphansAfterMs?: number;
  /** After how long a failed sweep is repeated. */
  readonly retryAfterMs?: number;
}

const SWEEP_EVERY_MS = 10 * 60_000;
const RETRY_AFTER_MS = 30_000;
const HOUR_MS = 3600_000;
/** A file is stored shortly before its row; on a busy disk, or in a slow process, that can take a while. */
const ORPHANS_AFTER_MS = { alone: 60_000, among: 3600_000 };

/** Sweeps at the start and every ten minutes. */
export class Sweep {
  readonly #parts: SweepParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #stopping = new AbortController();
  /** The orphans of the last sweep, with the time when each was first found. */
  #suspects = new Map<string, number>();

  constructor(parts: SweepParts) {
    this.#parts = parts;
  }

  /**
   * Sweeps now and then periodically. At the start of a site's only process nothing is being received, so a file
   * without a row is certainly an orphan. Throws when the first sweep fails; the later ones are still scheduled.
   */
  async start(): Promise<void> {
    this.#stopping = new AbortController();
    this.#schedule(this.#retryMs);
    await this.#only(() => this.#sweep({ nothingIsLive: this.#parts.isAlone }));
    this.#schedule(SWEEP_EVERY_MS);
  }

  /** Sweeps once now, or waits for the sweep that runs. A failure is logged; the next sweep retries. */
  async run(): Promise<void> {
    try {
      await this.#only(() => this.#sweep({ nothingIsLive: false }));
      this.#schedule(SWEEP_EVERY_MS);
    } catch (err) {
      if (this.#stopping.signal.aborted) return;
      this.#parts.log.error({ err }, 'Sweep failed');
      this.#schedule(this.#retryMs);
    }
  }

  /** Ends the sweeps. A running sweep stops before its next step, and is awaited. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The sweep was stopped'));
    clearTimeout(this.#timer);
    await this.#running?.catch(() => undefined);
  }

  get #retryMs(): number {
    return this.#parts.retryAfterMs ?? RETRY_AFTER_MS;
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => void this.run(), afterMs).unref();
  }

  #only(sweep: () => Promise<void>): Promise<void> {
    this.#running ??= sweep().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #sweep({ nothingIsLive }: { nothingIsLive: boolean }): Promise<void> {
    const { media, uploadHours, resultHours, isAlone } = this.#parts;
    const { orphansAfterMs = isAlone ? ORPHANS_AFTER_MS.alone : ORPHANS_AFTER_MS.among } = this.#parts;
    // Another process may be the leader by now.
    const unlessStopped = () => this.#stopping.signal.throwIfAborted();
    const dueAt = await this.#parts.now();
    unlessStopped();
    await this.#parts.expireUploads(dueAt - uploadHours * HOUR_MS);
    unlessStopped();
    await this.#parts.expireResults(dueAt - resultHours * HOUR_MS);
    unlessStopped();
    await this.#parts.expireShares(dueAt);
    unlessStopped();
    await this.#parts.deleteExpiredSessions();
    faultPoint('sweep-expired');
    const orphans = await this.#findOrphans();
    const now = steadyNow();
    const suspects = new Map([...orphans.keys()].map((path) => [path, this.#suspects.get(path) ?? now]));
    for (const [path, orphan] of orphans) {
      unlessStopped();
      const since = this.#suspects.get(path);
      if (!nothingIsLive && (since === undefined || now - since < orphansAfterMs)) continue;
      this.#parts.log.warn({ path }, 'Orphan moved to lost/');
      await orphan.setAside(nothingIsLive ? 'no row at the start' : 'no row in two sweeps');
      faultPoint('sweep-orphan-removed');
    }
    this.#suspects = suspects;
    unlessStopped();
    await media.expireLost();
    await this.#parts.afterwards?.();
  }

  /** Only names that the server made: other files are not ours to move. */
  async #findOrphans(): Promise<Map<string, Orphan>> {
    const { media, chunks } = this.#parts;
    const owned = await this.#parts.listOwned();
    const orphans = new Map<string, Orphan>();
    for (const name of await chunks.list()) {
      if (owned.chunkFolders.has(name)) continue;
      orphans.set(`chunks/${name}`, { setAside: (reason) => chunks.setAside(name, reason) });
    }
    for (const bucket of MEDIA_BUCKETS) {
      for (const name of (await media.list(bucket)).filter(isMediaName)) {
        if (owned.files.has(`${bucket}/${name}`)) continue;
        orphans.set(`${bucket}/${name}`, { setAside: (reason) => media.setAside(bucket, name, reason) });
      }
    }
    return orphans;
  }
}

/** A file or folder that no row refers to. */
interface Orphan {
  setAside(reason: string): Promise<void>;
}
