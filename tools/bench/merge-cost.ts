// The cost and quality of our merge compared with the typed command for the same picture. Alone: node tools/bench/run.ts
// merge-cost
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { mergedFrameTime, shownFrameAt } from '#domain/comparison/timeline.ts';
import type { Side } from '#domain/side.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { mergeVideos } from '#server/ffmpeg/merge/merge-videos.ts';
import {
  type BenchSwings,
  benchSwings,
  framedSwings,
  namedSwings,
  typedArgs,
  typedFrameOffset,
} from './bench-swings.ts';
import { type BenchFigure, median, runMeasured, withMeasuredTools } from './measured-run.ts';

const ROUNDS = 3;
const MAX_COST = 0.2;
const MAX_FRAMED_COST = 1.1;
const MAX_SSIM_LOSS = 0.01;

/** Measures all in turn, three times, and compares their pictures with a lossless merge once. */
export function run(): Promise<BenchFigure[]> {
  return withMeasuredTools(async (measured, folder) => {
    const swings = await benchSwings(measured.tools);
    measured.take();
    const [framed, named] = [framedSwings(swings), namedSwings(swings)];
    const [ours, typed] = [join(folder, 'ours.mp4'), join(folder, 'typed.mp4')];
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await mergeVideos(measured.tools, { ...swings, outputPath: ours });
      const oursCpu = measured.take().cpuSeconds;
      await mergeVideos(measured.tools, { ...framed, outputPath: join(folder, 'framed.mp4') });
      const framedCpu = measured.take().cpuSeconds;
      await mergeVideos(measured.tools, { ...named, outputPath: join(folder, 'named.mp4') });
      const namedCpu = measured.take().cpuSeconds;
      runMeasured(measured, typedArgs(swings, typed));
      rounds.push({ oursCpu, framedCpu, namedCpu, typedCpu: measured.take().cpuSeconds });
    }
    const reference = join(folder, 'reference.mkv');
    runMeasured(measured, referenceArgs(swings, reference));
    const { frameCount } = swings.plan;
    const oursSsim = ssim(ours, 0, frameCount, reference);
    const typedSsim = ssim(typed, typedFrameOffset(swings), frameCount, reference);
    const [oursCpu, typedCpu] = [median(rounds.map((r) => r.oursCpu)), median(rounds.map((r) => r.typedCpu))];
    return [
      {
        name: 'merge cost / typed command',
        figure: median(rounds.map((r) => r.oursCpu / r.typedCpu)),
        limit: MAX_COST,
        note: `${oursCpu.toFixed(1)} against ${typedCpu.toFixed(1)} CPU-s (medians of ${ROUNDS})`,
      },
      {
        name: 'matched, framed and named merge with a strip / plain one',
        figure: median(rounds.map((r) => r.framedCpu / r.oursCpu)),
        limit: MAX_FRAMED_COST,
        note: `${median(rounds.map((r) => r.framedCpu)).toFixed(1)} against ${oursCpu.toFixed(1)} CPU-s (medians of ${ROUNDS})`,
      },
      {
        name: 'merge of full pictures with names and a strip / plain one',
        figure: median(rounds.map((r) => r.namedCpu / r.oursCpu)),
        limit: MAX_FRAMED_COST,
        note: `${median(rounds.map((r) => r.namedCpu)).toFixed(1)} against ${oursCpu.toFixed(1)} CPU-s (medians of ${ROUNDS})`,
      },
      {
        name: 'merge SSIM loss / typed command',
        figure: typedSsim - oursSsim,
        limit: MAX_SSIM_LOSS,
        note: `SSIM ${oursSsim.toFixed(4)} against ${typedSsim.toFixed(4)}, ${frameCount} frames`,
      },
    ];
  });
}

/** The plan's frames without loss, scaled at full size as the typed command does it, chosen by number. */
export function referenceArgs({ plan, user, pro }: BenchSwings, outputPath: string): string[] {
  const panel = (side: Side, input: number) => {
    const { frameTimes } = (side === 'user' ? user : pro).video.clip;
    const first = frameIndexAt(frameTimes, shownFrameAt(plan, side, frameTimes, mergedFrameTime(plan, 0)));
    const { widthPx, heightPx } = plan.panes[side].rect;
    const frames = `trim=start_frame=${first}:end_frame=${first + plan.frameCount},setpts=PTS-STARTPTS`;
    return `[${input}:v]${frames},scale=${widthPx}:${heightPx},setsar=1[${side}]`;
  };
  const graph = `${panel('user', 0)};${panel('pro', 1)};[user][pro]hstack[out]`;
  const lossless = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-pix_fmt', 'yuv420p', '-an'];
  return ['-i', user.path, '-i', pro.path, '-filter_complex', graph, '-map', '[out]', ...lossless, outputPath];
}

/** The mean similarity of a video's frames to those of a reference. */
export function ssim(path: string, firstFrame: number, frameCount: number, reference: string): number {
  const frames = `trim=start_frame=${firstFrame}:end_frame=${firstFrame + frameCount},setpts=N`;
  const graph = `[0:v]settb=1/60,${frames}[a];[1:v]settb=1/60,setpts=N[b];[a][b]ssim=stats_file=-`;
  const inputs = ['-v', 'error', '-nostdin', '-i', path, '-i', reference];
  const text = execFileSync('ffmpeg', [...inputs, '-lavfi', graph, '-f', 'null', '-'], { encoding: 'utf8' });
  const all = [...text.matchAll(/All:([\d.]+)/g)].map(([, value]) => Number(value));
  if (all.length !== frameCount) throw new Error(`${all.length} frames compared instead of ${frameCount}`);
  return all.reduce((sum, value) => sum + value, 0) / all.length;
}
