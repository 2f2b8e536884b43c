// How much of a disk is free, and how much of the data folder's disk stays free.
import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/runtime/config.ts';

/** The bytes that this process can still write to the disk of a folder. */
export async function freeBytesAt(folder: string): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

const MB = 1024 * 1024;
/** The largest share of a disk that is held back unless the settings name an amount. */
const MAX_SHARE = 0.1;

/**
 * The bytes that uploads leave free: what the settings name, or by default less on a small disk. Warns about an amount
 * that the disk can never have free.
 */
export async function diskReserveOf(
  { dataDir, diskReserveBytes, hasOwnDiskReserve }: Pick<Config, 'dataDir' | 'diskReserveBytes' | 'hasOwnDiskReserve'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<number> {
  const disk = await statfs(dataDir);
  const diskBytes = disk.blocks * disk.bsize;
  if (!hasOwnDiskReserve) return Math.min(diskReserveBytes, Math.floor(diskBytes * MAX_SHARE));
  if (diskReserveBytes >= diskBytes) {
    log.warn(
      `DISK_RESERVE_MB (${diskReserveBytes / MB}) is more than the disk of ${dataDir} can ever have free ` +
        `(${Math.floor(diskBytes / MB)}): no video can be uploaded`,
    );
  }
  return diskReserveBytes;
}
