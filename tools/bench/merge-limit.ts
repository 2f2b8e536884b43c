// The cost of our merge relative to the minimum: decoding only the frames that are shown, and encoding only
// the merged frames, already scaled, with the same settings.
// Run alone: node tools/bench/run.ts merge-limit
import { join } from 'node:path';
import type { Side } from '#domain/side.ts';
import { ENCODER_ARGS } from '#server/ffmpeg/merge/merge-args.ts';
import { mergeVideos } from '#server/ffmpeg/merge/merge-videos.ts';
import { shownIndexes } from '#server/ffmpeg/merge/merge-window.ts';
import { type BenchSwings, benchSwings } from './bench-swings.ts';
import { type BenchFigure, median, runMeasured, withMeasuredTools } from './measured-run.ts';
import { referenceArgs } from './merge-cost.ts';

const ROUNDS = 3;
const MAX_RATIO = 1.4;

/** Measures both in turn, three times. */
export function run(): Promise<BenchFigure[]> {
  return withMeasuredTools(async (measured, folder) => {
    const swings = await benchSwings(measured.tools);
    const raw = join(folder, 'scaled.yuv');
    const lossless = join(folder, 'scaled.mkv');
    runMeasured(measured, referenceArgs(swings, lossless));
    runMeasured(measured, ['-i', lossless, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', raw]);
    measured.take();
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await mergeVideos(measured.tools, { ...swings, outputPath: join(folder, 'ours.mp4') });
      const ours = measured.take().cpuSeconds;
      runMeasured(measured, decodeArgs(swings, 'user'));
      runMeasured(measured, decodeArgs(swings, 'pro'));
      runMeasured(measured, encodeArgs(swings, raw, join(folder, 'limit.mp4')));
      rounds.push({ ours, minimum: measured.take().cpuSeconds });
    }
    const [ours, minimum] = [median(rounds.map((r) => r.ours)), median(rounds.map((r) => r.minimum))];
    return [
      {
        name: 'merge cost / minimum cost',
        figure: median(rounds.map((r) => r.ours / r.minimum)),
        limit: MAX_RATIO,
        note: `${ours.toFixed(1)} against ${minimum.toFixed(1)} CPU-s (medians of ${ROUNDS}), our checks of the file included`,
      },
    ];
  });
}

function decodeArgs({ plan, ...sides }: BenchSwings, side: Side): string[] {
  const { path, video } = sides[side];
  const shown = shownIndexes(plan, side, video.clip.frameTimes);
  const [first = 0, last = 0] = [shown[0], shown.at(-1)];
  const from = String(video.clip.frameTimes[first]);
  return [
    '-threads',
    '2',
    '-noautorotate',
    '-ss',
    from,
    '-i',
    path,
    '-frames:v',
    String(last - first + 1),
    '-f',
    'null',
    '-',
  ];
}

function encodeArgs({ plan }: BenchSwings, raw: string, outputPath: string): string[] {
  const { canvas, frameRate } = plan;
  const size = ['-s', `${canvas.widthPx}x${canvas.heightPx}`, '-r', `${frameRate.numerator}/${frameRate.denominator}`];
  return ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', ...size, '-i', raw, ...ENCODER_ARGS, outputPath];
}
