// Removes a golfer for the administrator. Jobs that use the video continue with their scratch copies.
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#server/runtime/app-error.ts';
import type { GolferStore } from './golfer-store.ts';

/** Removes a golfer. Throws an AppError when there is none. */
export async function deleteGolfer(
  { golfers, log }: { readonly golfers: GolferStore; readonly log: Pick<FastifyBaseLogger, 'error'> },
  id: number,
): Promise<void> {
  let isRemoved: boolean;
  try {
    isRemoved = await golfers.remove(id, 'administrator');
  } catch (error) {
    // The row is deleted first. When only a file could not be deleted, the sweep removes it later (case 148).
    if (await golfers.find(id)) throw error;
    log.error({ err: error, golferId: id }, 'File of a removed golfer could not be deleted');
    isRemoved = true;
  }
  if (!isRemoved) throw new AppError('golfer-not-found');
}
