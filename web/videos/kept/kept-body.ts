// The joints that were tracked in a kept clip, so that an opened swing needs no new tracking.

import { swingStretch } from '#domain/body/looked-at-frames.ts';
import { readStoredBodyTrack } from '#domain/body/stored-body-track.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { clipBodyOf } from '#web/body/clip-body.ts';
import type { KeptClip } from './kept-comparison.ts';
import { keptBody } from './kept-database.ts';

/** Gives a file the joints that are stored for its clip. Without any it is tracked as usual. Never rejects. */
export async function bringBackBody(file: File, clip: KeptClip): Promise<void> {
  const track = readStoredBodyTrack(await keptBody(clip.contentKey).catch(() => null));
  const stretch = swingStretch(clip.annotations, factorInUse(clip));
  if (track && stretch) clipBodyOf(file).keep({ source: file, stretch, track });
}
