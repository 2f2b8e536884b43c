// Reads frames of a file with ffmpeg, for the evaluations of what is found in pictures.
import { execaSync } from 'execa';
import type { GrayPicture } from '#domain/body/gray-picture.ts';

/** The frame that is shown at a time. */
export function frameIndex(frameTimes: readonly number[], time: number): number {
  const index = frameTimes.findLastIndex((each) => each <= time + 5e-4);
  return Math.max(0, index);
}

/** When each frame is shown, in seconds after the first. */
export function frameTimesOf(file: string): readonly number[] {
  const entries = ['-select_streams', 'v:0', '-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0'];
  const { stdout } = execaSync('ffprobe', ['-v', 'error', ...entries, file]);
  const times = stdout
    .split('\n')
    .filter((line) => line !== '' && !line.includes('D'))
    .map((line) => Number.parseFloat(line));
  const sorted = times.filter((time) => !Number.isNaN(time)).toSorted((a, b) => a - b);
  return sorted.map((time) => time - (sorted[0] ?? 0));
}

/** Some frames by their index, scaled and gray. */
export function framesOf(
  file: string,
  indices: readonly number[],
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
) {
  const wanted = [...new Set(indices)].toSorted((a, b) => a - b);
  const select = `select='${wanted.map((index) => `eq(n,${index})`).join('+')}',scale=${widthPx}:${heightPx}:flags=area,format=gray`;
  const output = ['-fps_mode', 'passthrough', '-f', 'rawvideo', '-'];
  const { stdout } = execaSync('ffmpeg', ['-v', 'error', '-i', file, '-vf', select, ...output], {
    encoding: 'buffer',
    maxBuffer: 1e9,
  });
  const bytes = stdout as Uint8Array;
  return new Map<number, GrayPicture>(
    wanted.map((index, order) => {
      const from = order * widthPx * heightPx;
      return [index, { widthPx, heightPx, luma: bytes.subarray(from, from + widthPx * heightPx) }];
    }),
  );
}
