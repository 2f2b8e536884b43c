// The sweep: deletes expired data and sets orphans aside.
import type { FastifyBaseLogger } from 'fastify';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { isMediaName, MEDIA_BUCKETS, type MediaStore } from './media-store.ts';

export interface SweepParts {
  readonly media: MediaStore;
  /** The chunks of uploads, by folder. */
  readonly chunks: {
    list(): Promise<string[]>;
    setAside(folder: string, reason: string): Promise<void>;
  };
  /** Whether no other process can be storing anything when this one starts. */
  readonly isAlone: boolean;
  readonly uploadHours: number;
  readonly resultHours: number;
  /** Deletes the uploads that have been idle since a time. */
  readonly expireUploads: (silentSince: number) => Promise<void>;
  /** Deletes the results that were made before a time, and their jobs. */
  readonly expireResults: (madeBefore: number) => Promise<void>;
  readonly deleteExpiredSessions: () => Promise<void>;
  /** Runs at the end of each sweep. */
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
/** A failed sweep is repeated after this time. */
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
