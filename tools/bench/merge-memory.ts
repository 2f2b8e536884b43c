// ffmpeg's peak memory in one merge: two 1080p60 phone clips, and two 4K ones. Alone: node tools/bench/run.ts merge-memory
import { join } from 'node:path';
import { mergeVideos } from '#server/ffmpeg/merge/merge-videos.ts';
import { benchSwings } from './bench-swings.ts';
import { type BenchFigure, median, withMeasuredTools } from './measured-run.ts';

const ROUNDS = 3;
const MAX_MB = 400;
const KINDS = {
  '1080p60': {},
  '4K30': { widthPx: 3840, heightPx: 2160, framesPerSecond: 30, seconds: 8, megabitsPerSecond: 40 },
} as const;

export function run(): Promise<BenchFigure[]> {
  return withMeasuredTools(async (measured, folder) => {
    const figures: BenchFigure[] = [];
    for (const [kind, options] of Object.entries(KINDS)) {
      const swings = await benchSwings(measured.tools, options);
      measured.take();
      const peaks = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await mergeVideos(measured.tools, { ...swings, outputPath: join(folder, 'ours.mp4') });
        peaks.push(measured.take().peakMb);
      }
      const note = `peaks of ${peaks.map((peak) => peak.toFixed(0)).join(', ')} MB`;
      figures.push({ name: `merge memory, 2 × ${kind}, MB`, figure: median(peaks), limit: MAX_MB, note });
    }
    return figures;
  });
}
