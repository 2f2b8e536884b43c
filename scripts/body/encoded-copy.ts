// A changed copy of a clip, for the evaluations of tracked bodies and proposed positions.
import { execaSync } from 'execa';

/** How a clip is changed before it is encoded again. */
export interface ClipChange {
  /** The ffmpeg filter. */
  readonly filter: string;
  /** x264's quality. */
  readonly crf: number;
  readonly hasSound?: boolean;
}

/** Writes a clip through an ffmpeg filter, frame by frame. */
export function writeEncodedCopy(file: string, copy: string, { filter, crf, hasSound = false }: ClipChange): void {
  const sound = hasSound ? ['-map', '0:v:0', '-map', '0:a:0?', '-c:a', 'aac'] : ['-an'];
  const encoded = ['-fps_mode', 'passthrough', '-preset', 'veryfast', '-crf', String(crf), '-pix_fmt', 'yuv420p'];
  execaSync('ffmpeg', ['-v', 'error', '-y', '-i', file, '-vf', filter, ...sound, ...encoded, copy]);
}
