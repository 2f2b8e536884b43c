// What burning 10,000 drawings into a merged video costs beside encoding the same video anew without any: all at one
// time, and at 10,000 different ones. Painting in this process counts too. Run alone: node bench/run.ts drawings
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MOST_DRAWINGS } from '#domain/drawing.ts';
import { byFirstFrame, type Stroke } from '#domain/drawing-geometry.ts';
import { ENCODER_ARGS } from '#server/ffmpeg/merge-args.ts';
import { mergeVideos } from '#server/ffmpeg/merge-videos.ts';
import type { MergedVideoFacts } from '#server/ffmpeg/mp4-track.ts';
import { renderDrawings } from '#server/ffmpeg/render-drawings.ts';
import type { BenchFigure } from './bench-figure.ts';
import { benchSwings } from './bench-swings.ts';
import { type MeasuredTools, measuredTools, median, runMeasured } from './measured-run.ts';

const ROUNDS = 3;
const COST_BAR = 1.5;

/** How the 10,000 drawings lie in time, and how long they are in pixels. */
const KINDS = {
  'at one time': { isSpread: false, lengthPx: 12 },
  'at 10,000 times': { isSpread: true, lengthPx: 12 },
  'across the picture at 10,000 times': { isSpread: true, lengthPx: 1500 },
} as const;

/** Measures plain and each kind in turn, three times. */
export async function run(): Promise<BenchFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-bench-'));
  const measured = measuredTools();
  try {
    const path = join(folder, 'merged.mp4');
    const swings = await benchSwings(measured.tools);
    await mergeVideos(measured.tools, { ...swings, outputPath: path });
    measured.take();
    const { frameCount, frameRate, canvas } = swings.plan;
    const video = { frameCount, frameRate, ...canvas };
    const plain: number[] = [];
    const drawn = new Map<string, number[]>(Object.keys(KINDS).map((kind) => [kind, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      runMeasured(measured, ['-i', path, ...ENCODER_ARGS, join(folder, 'plain.mp4')]);
      plain.push(measured.take().cpuSeconds);
      for (const [kind, options] of Object.entries(KINDS)) {
        const strokes = randomStrokes(video, options.lengthPx);
        const frames = strokes.map(({ order }) =>
          options.isSpread ? Math.floor((order / strokes.length) * frameCount) : Math.floor(frameCount / 4),
        );
        const order = { path, video, changes: byFirstFrame(strokes, frames), outputPath: join(folder, 'drawn.mp4') };
        drawn.get(kind)?.push(await cpuSecondsOf(measured, () => renderDrawings(measured.tools, order)));
      }
    }
    return [...drawn].map(([kind, costs]) => ({
      name: `10,000 drawings ${kind} / encoding anew`,
      figure: median(costs.map((cost, round) => cost / (plain[round] ?? Number.NaN))),
      bar: COST_BAR,
      note: `${median(costs).toFixed(1)} against ${median(plain).toFixed(1)} CPU-s, ${frameCount} frames`,
    }));
  } finally {
    measured.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same strokes every time, all over the picture, of every colour and width. */
function randomStrokes({ widthPx, heightPx }: MergedVideoFacts, lengthPx: number): Stroke[] {
  let state = 7;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return Array.from({ length: MOST_DRAWINGS }, (_, order) => {
    const from = { x: random() * widthPx, y: random() * heightPx };
    const angle = random() * 2 * Math.PI;
    const to = { x: from.x + lengthPx * Math.cos(angle), y: from.y + lengthPx * Math.sin(angle) };
    const color = `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`;
    return { from, to, color, width: 1 + Math.floor(random() * 20), order };
  });
}

async function cpuSecondsOf(measured: MeasuredTools, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return measured.take().cpuSeconds + (user + system) / 1e6;
}
