// Stores the body that an administrator's browser has detected in a golfer's video. Visitors cannot send one.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { isBodyOfClip, readStoredGolferBody, storedGolferBody } from '#domain/library/golfer-body.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { sha256OfFile } from '#server/files/sha256.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import type { GolferStore, LibraryGolfer } from './golfer-store.ts';

export interface KeepBodyParts {
  readonly golfers: GolferStore;
  readonly media: MediaStore;
  readonly folder: DataFolder;
}

/**
 * Stores a body in place of an earlier one and returns the golfer. The stored JSON is regenerated from the parsed body.
 * Throws an AppError when there is no such golfer, or when the body does not match its video; nothing is then changed.
 */
export async function keepGolferBody(parts: KeepBodyParts, id: number, sent: unknown): Promise<LibraryGolfer> {
  const { golfers, media, folder } = parts;
  const golfer = await golfers.find(id);
  if (!golfer) throw new AppError('golfer-not-found');
  const body = readStoredGolferBody(sent);
  if (!body) throw new AppError('no-golfer-body');
  if (!isBodyOfClip(body, golfer.video.clip)) throw new AppError('body-of-other-video');
  const name = `${newOpaqueId()}.json`;
  try {
    const sha256 = await folder.inWorkFolder(async (work) => {
      const path = join(work, 'body.json');
      await writeFile(path, JSON.stringify(storedGolferBody(body)));
      const hash = await sha256OfFile(path);
      await media.put('bodies', name, path);
      return hash;
    });
    faultPoint('golfer-body-stored');
    const isKept = await golfers.setBody(id, { name, sha256 }, bodyAngles(body.track, golfer, golfer.slowMotionFactor));
    const kept = isKept ? await golfers.find(id) : undefined;
    if (!kept) throw new AppError('golfer-not-found');
    return kept;
  } catch (error) {
    // Deletes only a file that no row refers to: the row may have been written before the failure.
    if (!(await golfers.ownsBody(name))) await media.delete('bodies', name);
    throw error;
  }
}
