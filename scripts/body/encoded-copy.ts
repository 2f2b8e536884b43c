// A changed copy of a clip, for the evaluations of tracked bodies.
import { execaSync } from 'execa';

/** Writes a clip through an ffmpeg filter, frame by frame and without sound. `crf` is x264's quality. */
export function writeEncodedCopy(file: string, copy: string, { filter, crf }: { filter: string; crf: number }): void {
  const encoded = ['-fps_mode', 'passthrough', '-an', '-preset', 'veryfast', '-crf', String(crf)];
  execaSync('ffmpeg', ['-v', 'error', '-y', '-i', file, '-vf', filter, ...encoded, '-pix_fmt', 'yuv420p', copy]);
}
