// Reads the clips of labelled folders.
import { readFileSync } from 'node:fs';
import path from 'node:path';
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
