// The backups of a site of one process, whatever its database and store are: made each night or when the administrator asks, listed,
// and restored. One backup or restore runs at a time. Each is a folder that appears under its name only when it is complete and checked,
// and is then sent to an S3 store as well, where the settings name one.
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { type BackupItem, type BackupState, type BackupWork, RESTORE_POINT } from '#contract/backups.ts';
import { isOfOlderVersion, OTHER_VERSION } from '#server/database/migrate.ts';
import { freeBytesAt } from '#server/files/disk-reserve.ts';
import { isErrno, isOutOfSpace, namesIn, nullIfMissing } from '#server/files/errno.ts';
import { sha256OfFile, syncFolder } from '#server/files/finished-file.ts';
import {
  beginSwitch,
  canSwitch,
  deleteEarlierState,
  deleteState,
  outcomeOfSwitch,
  type StateElsewhere,
  switchPaths,
} from '#server/files/switch-state.ts';
import { AppError, StartError } from '#server/runtime/app-error.ts';
import type { Config } from '#server/runtime/config.ts';
import { isDamagedDatabase } from '#server/runtime/database-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { Site } from '#server/site/open-site.ts';
import { archiveOf, unpack } from './archive.ts';
import { isBackupName, nameOf, timeOf } from './backup-name.ts';
import { openEarlier, type Places, prepareElsewhere, sourceOfSite } from './elsewhere.ts';
import { isBackupDue, keptBackups } from './kept-backups.ts';
import { copySite, DATABASE_NAME, readManifest } from './site-copy.ts';
import { stateElsewhere } from './state-elsewhere.ts';
import { passing, type StoredBackup, StoredBackups } from './stored-backups.ts';

export interface BackupsParts {
  readonly config: Pick<Config, 'dataDir' | 'backupFolder' | 'backupStore' | 'backsUpNightly'> & Places;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  /** What the site has open. */
  readonly db: Site['db'];
  readonly media: Site['media'];
  readonly chunks: Site['chunks'];
  /** Closes the site and opens it again; null where nothing can. */
  readonly reopen: (() => void) | null;
  /** How often to look whether a backup is due. */
  readonly checkEveryMs?: number;
}

/** Beside the backups: one that is being made. The next one deletes it. */
const UNFINISHED = '.swingmark-unfinished';
const CHECK_EVERY_MS = 10 * 60_000;
const OVERDUE_AFTER_MS = 2 * 24 * 3600_000;
/** After a night's backup that failed. */
const RETRY_AFTER_MS = 3600_000;

/** Says how far a backup or a restore is. */
type Show = (work: BackupWork) => void;

export class Backups {
  readonly #parts: BackupsParts;
  #timer: NodeJS.Timeout | undefined;
  #running: { readonly stop: AbortController; readonly ended: Promise<void>; work: BackupWork } | null = null;
  #problem: string | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;
  readonly #openedAt = steadyNow();
  readonly #elsewhere: StateElsewhere | null;
  readonly #store: StoredBackups | null;

  constructor(parts: BackupsParts) {
    this.#parts = parts;
    const { backupStore } = parts.config;
    this.#store = backupStore && new StoredBackups(backupStore, parts.log);
    this.#elsewhere = stateElsewhere({ ...parts.config, role: 'all' });
  }

  /** Begins the nights' backups, unless the settings switch them off. */
  open(): void {
    if (!this.#parts.config.backsUpNightly) return;
    const check = () => this.#backUpIfDue().catch((err: unknown) => this.#parts.log.error({ err }, 'Backup failed'));
    this.#timer = setInterval(() => void check(), this.#parts.checkEveryMs ?? CHECK_EVERY_MS).unref();
  }

  /** Stops what is under way, and leaves nothing of it. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.stop();
    this.#store?.close();
  }

  /** Whether the nights' backups have failed for two days, or did not reach the store. */
  async isOverdue(): Promise<boolean> {
    const [latest] = this.#store ? await this.#stored() : await this.#list();
    const since = Math.max(latest?.atMs ?? 0, this.#openedAt);
    return this.#parts.config.backsUpNightly && steadyNow() - since > OVERDUE_AFTER_MS;
  }

  async state(): Promise<BackupState> {
    const { config } = this.#parts;
    const work = this.#running?.work ?? null;
    const point = await this.#restorePoint();
    this.#store?.lookSoon();
    // Before the list is read: a look that ends meanwhile has not reached it.
    const store = this.#store?.state ?? 'none';
    return {
      backups: [...(await this.#listAll()), ...(point ? [point] : [])].sort((a, b) => b.atMs - a.atMs),
      work: work && { ...work },
      problem: this.#problem,
      restored: await outcomeOfSwitch(config.dataDir),
      isNightly: config.backsUpNightly,
      isElsewhere: false,
      store,
    };
  }

  /** Begins a backup. Throws an AppError while something else is under way. */
  backUp(): void {
    this.#begin('backup', async (signal, show) => {
      await this.#backUp(signal, show);
      await this.#send(signal, show);
    });
  }

  async stop(): Promise<void> {
    this.#running?.stop.abort(new Error('It was stopped'));
    await this.#running?.ended;
  }

  /** A backup as one file. */
  async archive(name: string): ReturnType<typeof archiveOf> {
    if (name === RESTORE_POINT) throw new AppError('backup-not-found');
    const place = await this.#placeOf(name);
    return typeof place === 'string' ? archiveOf(place) : place();
  }

  /** Begins to restore a backup. Throws an AppError when no backup has this name, or something else is under way. */
  async restore(name: string): Promise<void> {
    const place = await this.#placeOf(name);
    await this.#refuseUnswitchable();
    this.#begin('restore', async (signal, show) => {
      if (typeof place === 'string') return this.#restore(place, signal, show);
      const { bytes, stream } = await place();
      let done = 0;
      const fetched = passing(stream, (piece) => {
        done += piece.length;
        show({ kind: 'fetch', done, total: bytes });
      });
      await this.#unpackAndRestore(fetched, signal, show);
    });
  }

  /** Unpacks an archive and begins to restore it. */
  async receive(archive: Readable): Promise<void> {
    await this.#refuseUnswitchable();
    const unpacked = Promise.withResolvers<void>();
    this.#begin('restore', async (signal, show) => {
      try {
        await this.#unpackAndRestore(archive, signal, show, unpacked.resolve);
      } catch (error) {
        unpacked.reject(error);
        // Its sender stopped it.
        if (archive.errored !== null) this.#running?.stop.abort();
        throw error;
      }
    });
    await unpacked.promise;
  }

  #begin(kind: 'backup' | 'restore', task: (signal: AbortSignal, show: Show) => Promise<void>): void {
    if (this.#running) throw new AppError('backup-running');
    const stop = new AbortController();
    this.#problem = null;
    const run = async () => {
      try {
        await task(stop.signal, (work) => {
          if (this.#running) this.#running.work = work;
        });
        this.#parts.log.info(kind === 'backup' ? 'Backup made' : 'Backup checked; the site opens again with it');
        // A restore goes on until this process has opened the site again.
        if (kind === 'backup') this.#running = null;
      } catch (err) {
        this.#running = null;
        if (stop.signal.aborted) return;
        this.#problem = problemOf(err, kind).message;
        this.#parts.log.error({ err }, kind === 'backup' ? 'Backup failed' : 'Restoring failed');
      }
    };
    this.#running = { stop, work: { kind, done: 0, total: 0 }, ended: Promise.resolve().then(run) };
  }

  async #backUpIfDue(): Promise<void> {
    const now = steadyNow();
    const [latest] = await this.#list();
    const isDue = isBackupDue(latest?.atMs ?? null, { nowMs: now, localHour: new Date(now).getHours() });
    const isUnsent = !isDue && latest !== undefined && (await this.#isUnsent(latest));
    if (this.#running || now - this.#triedAt < RETRY_AFTER_MS || !(isDue || isUnsent)) return;
    this.#triedAt = now;
    if (isDue) this.backUp();
    else this.#begin('backup', (signal, show) => this.#send(signal, show));
  }

  /** Also of one that was made while the store was away, or before an upgrade. */
  async #isUnsent({ name }: BackupItem): Promise<boolean> {
    if (this.#store === null) return false;
    const isThere = async () => (await this.#stored()).some((backup) => backup.name === name);
    if (await isThere()) return false;
    await this.#store.look();
    return this.#store.state === 'ready' && !(await isThere());
  }

  async #backUp(signal: AbortSignal, show: Show): Promise<void> {
    const { config } = this.#parts;
    const { dataDir } = config;
    const onFile = (done: number, total: number) => show({ kind: 'backup', done, total });
    await writeBackup(config, { elsewhere: sourceOfSite(config, this.#parts), signal, onFile });
    faultPoint('backup-kept');
    await deleteEarlierState(dataDir, this.#elsewhere);
    await this.#deleteOld();
  }

  /** Sends the latest backup to the store, if the settings name one. */
  async #send(signal: AbortSignal, show: Show): Promise<void> {
    const [latest] = await this.#list();
    if (this.#store === null || latest === undefined) return;
    const siteId = await this.#siteId();
    const onBytes = (done: number, total: number) => show({ kind: 'send', done, total });
    try {
      const archive = await archiveOf(join(this.#parts.config.backupFolder, latest.name));
      await this.#store.send(siteId, latest.name, archive, { signal, onBytes });
      await this.#store.deleteOld(siteId);
    } catch (cause) {
      signal.throwIfAborted();
      throw new AppError('backup-not-sent', { cause });
    } finally {
      await this.#store.lookAfresh();
    }
  }

  async #deleteOld(): Promise<void> {
    const { backupFolder } = this.#parts.config;
    const backups = await this.#list();
    const kept = keptBackups(
      backups.map(({ atMs }) => atMs),
      steadyNow(),
    );
    for (const { name } of backups.filter(({ atMs }) => !kept.has(atMs))) {
      // Renamed first: half a backup is never listed.
      const leaving = join(backupFolder, UNFINISHED);
      await rename(join(backupFolder, name), leaving);
      await rm(leaving, { recursive: true, force: true });
    }
  }

  #list(): Promise<BackupItem[]> {
    return listIn(this.#parts.config.backupFolder);
  }

  /** Those of the folder and of the store. Of two with one name, the other site's is left out. */
  async #listAll(): Promise<BackupItem[]> {
    const own = await this.#stored();
    const items = (await this.#list()).map((backup): BackupItem => {
      const isStored = own.some(({ name }) => name === backup.name);
      return { ...backup, place: isStored ? 'both' : 'here' };
    });
    for (const stored of [...own, ...(this.#store?.seen ?? [])]) {
      const { name, atMs, bytes } = stored;
      if (items.some((item) => item.name === name)) continue;
      items.push({ name, atMs, bytes, damaged: null, place: own.includes(stored) ? 'store' : 'other-site' });
    }
    return items;
  }

  /** This site's in the store. */
  async #stored(): Promise<StoredBackup[]> {
    const seen = this.#store?.seen ?? [];
    const siteId = seen.length > 0 && (await this.#siteId());
    return seen.filter((backup) => backup.siteId === siteId);
  }

  async #siteId(): Promise<string> {
    return (await this.#parts.db.selectFrom('instance').select('id').executeTakeFirstOrThrow()).id;
  }

  async #restorePoint(): Promise<BackupItem | null> {
    const { earlier } = switchPaths(this.#parts.config.dataDir);
    const stats = await stat(earlier).catch(nullIfMissing);
    return stats && { name: RESTORE_POINT, atMs: stats.mtimeMs, bytes: null, damaged: 0, place: 'here' };
  }

  /** The folder of a backup, or its archive in the store. Throws an AppError when no backup has this name. */
  async #placeOf(name: string): Promise<string | (() => ReturnType<typeof archiveOf>)> {
    const { dataDir, backupFolder } = this.#parts.config;
    if (name === RESTORE_POINT && (await this.#restorePoint())) return switchPaths(dataDir).earlier;
    if ((await this.#list()).some((backup) => backup.name === name)) return join(backupFolder, name);
    if (this.#store?.state === 'looking') await this.#store.look();
    const stored = [...(await this.#stored()), ...(this.#store?.seen ?? [])].find((backup) => backup.name === name);
    const store = this.#store;
    if (store === null || stored === undefined) throw new AppError('backup-not-found');
    return () => store.archive(stored);
  }

  async #refuseUnswitchable(): Promise<void> {
    const { config, reopen } = this.#parts;
    if (reopen === null) throw new AppError('not-available');
    if (!(await canSwitch(config.dataDir))) throw new AppError('backup-several-disks');
  }

  async #unpackAndRestore(archive: Readable, signal: AbortSignal, show: Show, onUnpacked?: () => void): Promise<void> {
    const { config } = this.#parts;
    const folder = switchPaths(config.dataDir).received;
    try {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const maxBytes = (await freeBytesAt(folder)) - config.diskReserveBytes;
      await unpack(addAbortSignal(signal, archive), folder, maxBytes);
      onUnpacked?.();
      await this.#restore(folder, signal, show);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Checks a copy of the backup beside the site's data, then has the site opened with it. */
  async #restore(from: string, signal: AbortSignal, show: Show): Promise<void> {
    const { config, reopen } = this.#parts;
    const { dataDir, diskReserveBytes } = config;
    const onFile = (done: number, total: number) => show({ kind: 'restore', done, total });
    const { next, earlier } = switchPaths(dataDir);
    const manifest = await readManifest(from);
    if (manifest === null && from !== earlier) throw new AppError('backup-unreadable');
    for (const [name, sha256] of Object.entries(manifest?.sha256 ?? {})) {
      if ((await sha256OfFile(join(from, name)).catch(nullIfMissing)) !== sha256)
        throw new AppError('backup-unreadable');
    }
    const isElsewhere = this.#elsewhere !== null;
    const isPoint = from === earlier;
    const source = isPoint ? await openEarlier(config, earlier) : null;
    try {
      await deleteState('next', next, this.#elsewhere);
      const copy = await copySite({
        ...{
          from,
          to: next,
          elsewhere: source,
          scope: 'all',
          now: steadyNow(),
          reserveBytes: diskReserveBytes,
          signal,
        },
        // What is elsewhere is copied once more.
        onFile: (done, total) => onFile(done, isElsewhere ? total * 2 : total),
      });
      const isAsMade = manifest === null || copy.damaged.every((file) => manifest.damaged.includes(file));
      if (!isAsMade) throw new AppError('backup-unreadable');
      if (isElsewhere) {
        const { damaged } = copy;
        const onMoved = (done: number, total: number) => onFile(total + done, total * 2);
        await prepareElsewhere(config, next, { damaged, signal, onFile: onMoved }).catch(asRestoreFailed);
      }
      signal.throwIfAborted();
      await beginSwitch(dataDir);
    } catch (error) {
      await deleteState('next', next, this.#elsewhere);
      throw error;
    } finally {
      await source?.close();
    }
    reopen?.();
  }
}

/** The backups in a folder, the latest first. Other names in it are not ours. */
async function listIn(backupFolder: string): Promise<BackupItem[]> {
  const names = (await namesIn(backupFolder)).filter(isBackupName);
  const items: BackupItem[] = [];
  for (const name of names.sort().reverse()) {
    const manifest = await readManifest(join(backupFolder, name));
    if (!manifest) continue;
    const { bytes, damaged } = manifest;
    items.push({ name, atMs: timeOf(name), bytes, damaged: damaged.length, place: 'here' });
  }
  return items;
}

type WrittenBackup = Pick<Parameters<typeof copySite>[0], 'elsewhere' | 'signal' | 'onFile'>;

/** Makes a backup, which appears under its name when it is complete. */
async function writeBackup(
  {
    dataDir,
    backupFolder,
    diskReserveBytes,
  }: Pick<BackupsParts['config'], 'dataDir' | 'backupFolder' | 'diskReserveBytes'>,
  written: WrittenBackup,
): Promise<void> {
  const part = join(backupFolder, UNFINISHED);
  await mkdir(backupFolder, { recursive: true, mode: 0o700 });
  await rm(part, { recursive: true, force: true });
  const isSiteDisk = (await stat(backupFolder)).dev === (await stat(dataDir)).dev;
  const reserveBytes = isSiteDisk ? diskReserveBytes : 0;
  const [latest] = await listIn(backupFolder);
  // Names have whole seconds.
  const now = Math.max(Math.floor(steadyNow() / 1000) * 1000, (latest?.atMs ?? 0) + 1000);
  try {
    const sharedWith = latest ? join(backupFolder, latest.name) : null;
    await copySite({ ...written, from: dataDir, to: part, scope: 'lasts', now, reserveBytes, sharedWith });
    faultPoint('backup-written');
    await rename(part, join(backupFolder, nameOf(now)));
    await syncFolder(backupFolder);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/**
 * Backs a site up whose embedded database this version is about to migrate, so that the version before can have it back. Throws a
 * `StartError` when that fails: nothing has changed then.
 */
export async function backUpBeforeUpgrade(config: Config, log: Pick<FastifyBaseLogger, 'info'>): Promise<void> {
  const { databaseUrl, s3, backsUpNightly, dataDir } = config;
  if (databaseUrl !== null || s3 !== null || !backsUpNightly || !isOfOlderVersion(join(dataDir, DATABASE_NAME))) return;
  try {
    await writeBackup(config, { signal: new AbortController().signal, onFile: () => undefined });
  } catch (cause) {
    throw new StartError(
      `The backup before the upgrade could not be made, so nothing was changed. ${problemOf(cause, 'backup').message} ` +
        'To upgrade without one, set NIGHTLY_BACKUPS=off.',
      { cause },
    );
  }
  log.info('Backup made before the upgrade');
}

/** The backup itself was whole by then. */
function asRestoreFailed(cause: unknown): never {
  if (cause instanceof AppError || isOutOfSpace(cause)) throw cause;
  throw new AppError('restore-failed', { cause });
}

/** The error that the administrator reads. */
function problemOf(error: unknown, kind: BackupWork['kind']): AppError {
  if (error instanceof AppError) return error;
  if (isOutOfSpace(error)) return new AppError('backup-disk-full', { cause: error });
  if (kind === 'backup') return new AppError('backup-failed', { cause: error });
  if (error instanceof StartError && error.message === OTHER_VERSION)
    return new AppError('backup-newer', { cause: error });
  if (error instanceof StartError || isDamagedDatabase(error) || isErrno(error, 'ENOENT')) {
    return new AppError('backup-unreadable', { cause: error });
  }
  return new AppError('restore-failed', { cause: error });
}
