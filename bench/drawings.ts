// What burning 10,000 drawings into a merged video costs beside encoding a video anew. Painting in this process counts.
// Scribbles are measured beside the same video without them. Confetti and lines across the whole picture, which are dear
// to encode for anyone, are measured beside the same pictures encoded once more. Run alone: node bench/run.ts drawings
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DRAWING_WIDTH, MOST_DRAWINGS } from '#domain/drawing.ts';
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
const DRAWINGS_PER_STROKE = 100;

interface Kind {
  /** How long each drawing is, in pixels. */
  readonly lengthPx: number;
  /** Whether each one begins where the one before ended, as a pen draws. */
  readonly isScribble: boolean;
  /** Whether each has a time of its own. */
  readonly isSpread: boolean;
  /** What the cost is measured beside: the video without drawings, or the one with them. */
  readonly beside: 'merged' | 'drawn';
}

const KINDS: Readonly<Record<string, Kind>> = {
  'scribbled at one time': { lengthPx: 6, isScribble: true, isSpread: false, beside: 'merged' },
  'scribbled at 10,000 times': { lengthPx: 6, isScribble: true, isSpread: true, beside: 'merged' },
  'of confetti at 10,000 times': { lengthPx: 12, isScribble: false, isSpread: true, beside: 'drawn' },
  'across the picture at 10,000 times': { lengthPx: 1500, isScribble: false, isSpread: true, beside: 'drawn' },
};

/** Measures each kind and what it is compared with in turn, three times. */
export async function run(): Promise<BenchFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-bench-'));
  const measured = measuredTools();
  try {
    const [merged, drawn] = [join(folder, 'merged.mp4'), join(folder, 'drawn.mp4')];
    const swings = await benchSwings(measured.tools);
    await mergeVideos(measured.tools, { ...swings, outputPath: merged });
    measured.take();
    const { frameCount, frameRate, canvas } = swings.plan;
    const video = { frameCount, frameRate, ...canvas };
    const figures: BenchFigure[] = [];
    for (const [name, kind] of Object.entries(KINDS)) {
      const strokes = randomStrokes(video, kind);
      const frames = strokes.map(({ order }) =>
        Math.floor((kind.isSpread ? order / strokes.length : 0.25) * frameCount),
      );
      const order = { path: merged, video, changes: byFirstFrame(strokes, frames), outputPath: drawn };
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const ours = await cpuSecondsOf(measured, () => renderDrawings(measured.tools, order));
        const encoded = kind.beside === 'drawn' ? drawn : merged;
        runMeasured(measured, ['-i', encoded, ...ENCODER_ARGS, join(folder, 'anew.mp4')]);
        rounds.push({ ours, anew: measured.take().cpuSeconds });
      }
      figures.push(figureOf(name, kind, rounds));
    }
    return figures;
  } finally {
    measured.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

function figureOf(name: string, { beside }: Kind, rounds: readonly { ours: number; anew: number }[]): BenchFigure {
  const [ours, anew] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.anew))];
  return {
    name: `10,000 drawings ${name} / encoding ${beside === 'drawn' ? 'these pictures' : 'the video'} anew`,
    figure: median(rounds.map((round) => round.ours / round.anew)),
    bar: COST_BAR,
    note: `${ours.toFixed(1)} against ${anew.toFixed(1)} CPU-s (medians of ${ROUNDS})`,
  };
}

/** The same strokes every time: all over the picture, of every colour and width, each stroke of the pen of one kind. */
function randomStrokes({ widthPx, heightPx }: MergedVideoFacts, { lengthPx, isScribble }: Kind): Stroke[] {
  let state = 7;
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  let pen = { x: 0, y: 0, angle: 0, color: '', width: 0 };
  return Array.from({ length: MOST_DRAWINGS }, (_, order) => {
    if (!isScribble || order % DRAWINGS_PER_STROKE === 0) {
      const color = `#${Math.floor(random() * 0x1000000)
        .toString(16)
        .padStart(6, '0')}`;
      const width = 1 + Math.floor(random() * DRAWING_WIDTH.most);
      pen = { x: random() * widthPx, y: random() * heightPx, angle: random() * 2 * Math.PI, color, width };
    }
    const from = { x: pen.x, y: pen.y };
    const angle = pen.angle + (random() - 0.5) * 0.6;
    const to = { x: from.x + lengthPx * Math.cos(angle), y: from.y + lengthPx * Math.sin(angle) };
    pen = { ...pen, ...to, angle };
    return { from, to, color: pen.color, width: pen.width, order };
  });
}

async function cpuSecondsOf(measured: MeasuredTools, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return measured.take().cpuSeconds + (user + system) / 1e6;
}
