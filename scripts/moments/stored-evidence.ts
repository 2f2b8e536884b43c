// Stores what the search saw and heard in a clip, so that its positions can be chosen again without a browser.
import { makeBodyTrack } from '#domain/body/body-track.ts';
import type { CellMotion } from '#domain/moments/clip-motion.ts';
import type { SeenClip } from '#domain/moments/swings-in-body.ts';

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
