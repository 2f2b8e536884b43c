// The sweep: deletes expired data and sets orphans aside.
import type { FastifyBaseLogger } from 'fastify';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { isMediaName, MEDIA_BUCKETS, type MediaBucket, type MediaStore } from './media-store.ts';

/** The dependencies of {@link Sweep}. */
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
  /** Deletes expired sessions. */
  readonly deleteExpiredSessions: () => Promise<void>;
  /** Runs at the end of each sweep. */
  readonly afterwards?: () => Promise<void>;
  /** The files and folders that rows own. */
  readonly listOwned: () => Promise<{ chunkFolders: Set<string>; buckets: Record<MediaBucket, Set<string>> }>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** How long a file may be without an owner. */
  readonly orphansAfterMs?: number;
}

/** The sweep interval. */
export const SWEEP_EVERY_MS = 10 * 60_000;
const HOUR_MS = 3600_000;
/** A file is stored shortly before its row; on a busy disk, or by a slow process, that can take a while. */
const ORPHANS_AFTER_MS = { alone: 60_000, among: 3600_000 };

/** Sweeps at the start and every ten minutes. */
export class Sweep {
  readonly #parts: SweepParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  /** The orphans at the last sweep, and since when. */
  #suspects = new Map<string, number>();

  constructor(parts: SweepParts) {
    this.#parts = parts;
  }

  /**
   * Sweeps now, when in the only process nothing is being received and a file without a row is certainly an orphan, and then
   * periodically.
   */
  async start(): Promise<void> {
    await this.#sweep({ nothingIsLive: this.#parts.isAlone });
    this.#timer = setInterval(() => void this.run(), SWEEP_EVERY_MS).unref();
  }

  /** Sweeps once now. A failure is logged; the next sweep retries. */
  run(): Promise<void> {
    this.#running ??= this.#sweep({ nothingIsLive: false })
      .catch((err) => this.#parts.log.error({ err }, 'Sweep failed'))
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #sweep({ nothingIsLive }: { nothingIsLive: boolean }): Promise<void> {
    const { media, uploadHours, resultHours, isAlone } = this.#parts;
    const { orphansAfterMs = isAlone ? ORPHANS_AFTER_MS.alone : ORPHANS_AFTER_MS.among } = this.#parts;
    await this.#parts.expireUploads(steadyNow() - uploadHours * HOUR_MS);
    await this.#parts.expireResults(steadyNow() - resultHours * HOUR_MS);
    await this.#parts.deleteExpiredSessions();
    faultPoint('sweep-expired');
    const orphans = await this.#findOrphans();
    const now = steadyNow();
    const suspects = new Map([...orphans.keys()].map((path) => [path, this.#suspects.get(path) ?? now]));
    for (const [path, orphan] of orphans) {
      const since = this.#suspects.get(path);
      if (!nothingIsLive && (since === undefined || now - since < orphansAfterMs)) continue;
      this.#parts.log.warn({ path }, 'Orphan moved to lost/');
      await orphan.setAside(nothingIsLive ? 'no row at the start' : 'no row in two sweeps');
      faultPoint('sweep-orphan-removed');
    }
    this.#suspects = suspects;
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
        if (owned.buckets[bucket].has(name)) continue;
        orphans.set(`${bucket}/${name}`, { setAside: (reason) => media.setAside(bucket, name, reason) });
      }
    }
    return orphans;
  }
}

/** A file or folder that no row names. */
interface Orphan {
  setAside(reason: string): Promise<void>;
}
