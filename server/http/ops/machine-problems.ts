// What is wrong with the machine, for the administrator.
import type { FfmpegReach, MachineProblems } from '#contract/machine.ts';
import { MAX_CLOCK_OFFSET_MS } from '#server/database/database-clock.ts';
import type { HttpParts } from '#server/http/parts/http-parts.ts';
import { countFailures, longestWaitMs } from '#server/jobs/job-store.ts';
import { findMailFailure } from '#server/mail/mail-queue.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { certificateCheck } from './certificate.ts';

/** ffmpeg needs more for one large video. */
const LOW_MEMORY_BYTES = 256 * 1024 * 1024;
const LONG_WAIT_MS = 10 * 60_000;

type Parts = Pick<HttpParts, 'db' | 'sandbox' | 'folder' | 'config' | 'backups' | 'clockOffset' | 'usedAt'>;

export function machineProblemsOf(parts: Parts): () => Promise<MachineProblems> {
  const { db, sandbox, folder, config, backups } = parts;
  const certificate = certificateCheck(config.publicOrigin);
  return async () => {
    const now = steadyNow();
    const freeBytes = await folder.freeBytes();
    const freeMemoryBytes = process.availableMemory();
    const failures = await countFailures(db, now);
    const waitMs = await longestWaitMs(db, now);
    const offsetMs = await offsetOf(parts);
    return {
      mail: await findMailFailure(db),
      ffmpegReaches: sandbox ? ffmpegReaches(sandbox) : [],
      freeBytes: config.s3 === null && freeBytes < config.diskReserveBytes ? freeBytes : null,
      freeMemoryBytes: freeMemoryBytes < LOW_MEMORY_BYTES ? freeMemoryBytes : null,
      isBackupOverdue: (await backups?.isOverdue()) ?? false,
      failedVideos: failures.all - failures.tooLong,
      slowVideos: failures.tooLong,
      waitMinutes: waitMs > LONG_WAIT_MS ? Math.round(waitMs / 60_000) : null,
      clockOffsetSeconds: Math.abs(offsetMs) > MAX_CLOCK_OFFSET_MS ? Math.round(offsetMs / 1000) : null,
      certificate: await certificate(),
    };
  };
}

/** Without a database server's clock, one that was put back is noticed by what was stored before. */
async function offsetOf({ clockOffset, usedAt }: Parts): Promise<number> {
  return clockOffset ? clockOffset() : Math.min(0, Date.now() - (await usedAt()));
}

function ffmpegReaches(sandbox: NonNullable<HttpParts['sandbox']>): FfmpegReach[] {
  const { hasNoNetwork, hasOwnRoot, hasOwnProcesses } = sandbox;
  const reach: readonly [FfmpegReach, boolean][] = [
    ['network', !hasNoNetwork],
    ['files', !hasOwnRoot],
    ['processes', !hasOwnProcesses],
  ];
  return reach.flatMap(([what, isReached]) => (isReached ? [what] : []));
}
