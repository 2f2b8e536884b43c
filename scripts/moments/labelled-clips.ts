// The clips of labelled folders, and what the search saw and heard in one: stored, so that its positions can be chosen again
// without a browser.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { makeBodyTrack } from '#domain/body/body-track.ts';
import type { CellMotion } from '#domain/moments/clip-motion.ts';
import type { SeenClip } from '#domain/moments/swings-in-body.ts';
import type { LabelledClip } from './moments-scores.ts';

export interface ClipOnDisk extends LabelledClip {
  readonly file: string;
}

export function labelledClips(folders: readonly string[]): readonly ClipOnDisk[] {
  return folders.flatMap((folder) => {
    const manifest: LabelledClip[] = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
    return manifest.map((clip) => ({ ...clip, file: path.join(folder, clip.slug) }));
  });
}

/** As the workbench page keeps it: the cells of the motion are base64. */
type StoredEvidence = Omit<SeenClip, 'motions'> & {
  readonly motions: readonly (Omit<CellMotion, 'cells'> & { readonly cells: string })[];
};

export function readEvidence(text: string): SeenClip {
  const stored: StoredEvidence = JSON.parse(text);
  return {
    ...stored,
    track: makeBodyTrack(stored.track),
    motions: stored.motions.map((motion) => ({ ...motion, cells: floatsOf(motion.cells) })),
  };
}

function floatsOf(base64: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  return new Float32Array(bytes.buffer);
}
