// Deletes what has outlived its time, and sets aside files that no row of the database names.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { isOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { DataFolder } from './data-folder.ts';
import { expireLost, setAside } from './lost-files.ts';
import { isMediaName, MEDIA_BUCKETS, type MediaBucket, type MediaStore } from './media-store.ts';

/** What sweeping needs. */
export interface SweepParts {
  readonly media: MediaStore;
  readonly folder: DataFolder;
  readonly uploadHours: number;
  readonly resultHours: number;
  /** Deletes the uploads that have been silent since a time. */
  readonly expireUploads: (silentSince: number) => Promise<void>;
  /** Deletes the results that were made before a time, and forgets their jobs. */
  readonly expireResults: (madeBefore: number) => Promise<void>;
  /** Forgets the sessions that have ended. */
  readonly forgetSessions: () => Promise<void>;
  /** Runs at the end of each sweep. */
  readonly afterwards?: () => Promise<void>;
  /** What rows of the database own. */
  readonly listOwned: () => Promise<{ chunkFolders: Set<string>; buckets: Record<MediaBucket, Set<string>> }>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** For how long a file may be without an owner. */
  readonly orphansAfterMs?: number;
}

/** How often is swept. */
export const SWEEP_EVERY_MS = 10 * 60_000;
const HOUR_MS = 3600_000;
/** A file is in the store a moment before its row; on a busy disk the moment may be long. */
const ORPHANS_AFTER_MS = 60_000;

/** Sweeps at the start and then every ten minutes. */
export class Sweep {
  readonly #parts: SweepParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  /** What nobody owned at the last sweep, and since when. */
  #suspects = new Map<string, number>();

  constructor(parts: SweepParts) {
    this.#parts = parts;
  }

  /** Sweeps before anything is received, when a file without a row is an orphan for certain, and from then on. */
  async start(): Promise<void> {
    await this.#sweep({ nothingIsLive: true });
    this.#timer = setInterval(() => void this.run(), SWEEP_EVERY_MS).unref();
  }

  /** Sweeps once now. A failure is logged: the next sweep tries again. */
  run(): Promise<void> {
    this.#running ??= this.#sweep({ nothingIsLive: false })
      .catch((err) => this.#parts.log.error({ err }, 'Sweeping failed'))
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
    const { folder, uploadHours, resultHours, orphansAfterMs = ORPHANS_AFTER_MS } = this.#parts;
    await this.#parts.expireUploads(steadyNow() - uploadHours * HOUR_MS);
    await this.#parts.expireResults(steadyNow() - resultHours * HOUR_MS);
    await this.#parts.forgetSessions();
    faultPoint('sweep-expired');
    const orphans = await this.#findOrphans();
    const now = steadyNow();
    const suspects = new Map([...orphans.keys()].map((path) => [path, this.#suspects.get(path) ?? now]));
    for (const [path, orphan] of orphans) {
      const since = this.#suspects.get(path);
      if (!nothingIsLive && (since === undefined || now - since < orphansAfterMs)) continue;
      this.#parts.log.warn({ path }, 'A file that no row of the database names was moved to lost/');
      await orphan.setAside(nothingIsLive ? 'no row at the start' : 'no row in two sweeps');
      faultPoint('sweep-orphan-removed');
    }
    this.#suspects = suspects;
    await expireLost(folder.lostRoot);
    await this.#parts.afterwards?.();
  }

  /** Only names of the server's own making: whatever else lies there is not ours to move. */
  async #findOrphans(): Promise<Map<string, Orphan>> {
    const { media, folder } = this.#parts;
    const owned = await this.#parts.listOwned();
    const orphans = new Map<string, Orphan>();
    for (const name of (await readdir(folder.chunksRoot)).filter(isOpaqueId)) {
      if (owned.chunkFolders.has(name)) continue;
      const path = join(folder.chunksRoot, name);
      orphans.set(`chunks/${name}`, {
        setAside: (reason) => setAside(folder.lostRoot, path, `chunks/${name}`, reason),
      });
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
