// The cost of a download at another speed, compared with the typed command: re-encoding the same file with `setpts`.
// Run alone: node tools/bench/run.ts retime
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ENCODER_ARGS } from '#server/ffmpeg/merge/merge-args.ts';
import { mergeVideos } from '#server/ffmpeg/merge/merge-videos.ts';
import { retimedMp4 } from '#server/mp4/retime-mp4.ts';
import { benchSwings } from './bench-swings.ts';
import { type BenchFigure, median, runMeasured, withMeasuredTools } from './measured-run.ts';

const ROUNDS = 3;
const MAX_COST = 0.1;
const SPEED = 0.5;

/** Measures both in turn, three times, on a merged video of two 1080p60 phone clips. */
export function run(): Promise<BenchFigure[]> {
  return withMeasuredTools(async (measured, folder) => {
    const merged = join(folder, 'merged.mp4');
    await mergeVideos(measured.tools, { ...(await benchSwings(measured.tools)), outputPath: merged });
    measured.take();
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await cpuSecondsOf(() => streamAtSpeed(merged));
      const typed = ['-i', merged, '-vf', `setpts=PTS/${SPEED}`, ...ENCODER_ARGS, join(folder, 'typed.mp4')];
      runMeasured(measured, typed);
      rounds.push({ ours, typed: measured.take().cpuSeconds });
    }
    const [ours, typed] = [median(rounds.map((r) => r.ours)), median(rounds.map((r) => r.typed))];
    const note = `${ours.toFixed(3)} against ${typed.toFixed(1)} CPU-s (medians of ${ROUNDS})`;
    return [{ name: 'speed download cost / re-encoding', figure: ours / typed, limit: MAX_COST, note }];
  });
}

/** The complete download without a network. */
async function streamAtSpeed(path: string): Promise<void> {
  const { size } = await stat(path);
  const open = async ({ from, to }: { from: number; to: number }) => createReadStream(path, { start: from, end: to });
  const stream = await retimedMp4({ sizeBytes: size, open }, SPEED);
  if (!stream) throw new Error('The merged video does not exist');
  await pipeline(stream, new Writable({ write: (_chunk, _encoding, done) => done() }));
}

async function cpuSecondsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
