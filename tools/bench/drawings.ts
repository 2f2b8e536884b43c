// The cost of rendering 10,000 drawings into a merged video, compared with a plain re-encode of that video: once with
// libx264's defaults, as typed, and once with the merge's much faster settings. Painting is included, in any thread.
// Run alone: node tools/bench/run.ts drawings
import { join } from 'node:path';
import { DRAWING_WIDTH, MAX_DRAWINGS } from '#domain/drawing/drawing.ts';
import { byFirstFrame, type Stroke } from '#domain/drawing/drawing-geometry.ts';
import type { MergedVideoFacts } from '#domain/mp4/video-track.ts';
import { renderDrawings } from '#server/ffmpeg/drawings/render-drawings.ts';
import { ENCODER_ARGS } from '#server/ffmpeg/merge/merge-args.ts';
import { mergeVideos } from '#server/ffmpeg/merge/merge-videos.ts';
import { benchSwings } from './bench-swings.ts';
import { type BenchFigure, type MeasuredTools, median, runMeasured, withMeasuredTools } from './measured-run.ts';

const ROUNDS = 3;
const MAX_COST = 1.5;
const DRAWINGS_PER_STROKE = 100;

interface Kind {
  /** How long each drawing is, in pixels. */
  readonly lengthPx: number;
  /** Whether each one begins where the previous one ended, as a pen draws. */
  readonly isScribble: boolean;
  /** Whether no two have the same time. */
  readonly isSpread: boolean;
  /** Whether it is shown on one frame only. Otherwise it stays to the end. */
  readonly isPassing?: boolean;
}

const KINDS: Readonly<Record<string, Kind>> = {
  'scribbled at one time': { lengthPx: 6, isScribble: true, isSpread: false },
  'scribbled at 10,000 times': { lengthPx: 6, isScribble: true, isSpread: true },
  'of confetti at 10,000 times': { lengthPx: 12, isScribble: false, isSpread: true },
  'across the picture at 10,000 times': { lengthPx: 1500, isScribble: false, isSpread: true },
  'scribbled on one frame only': { lengthPx: 6, isScribble: true, isSpread: false, isPassing: true },
};

/** CPU seconds of one round. */
interface Round {
  readonly typed: number;
  readonly own: number;
  readonly drawn: ReadonlyMap<string, number>;
}

/** Measures the two plain re-encodes and each kind in turn, three times. */
export function run(): Promise<BenchFigure[]> {
  return withMeasuredTools(async (measured, folder) => {
    const merged = join(folder, 'merged.mp4');
    const swings = await benchSwings(measured.tools);
    await mergeVideos(measured.tools, { ...swings, outputPath: merged });
    measured.take();
    const { frameCount, frameRate, canvas } = swings.plan;
    const video = { frameCount, frameRate, ...canvas };
    const encode = (args: readonly string[]) => {
      runMeasured(measured, ['-i', merged, ...args, join(folder, 'encoded.mp4')]);
      return measured.take().cpuSeconds;
    };
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const [typed, own] = [encode(TYPED_ARGS), encode(ENCODER_ARGS)];
      const drawn = new Map<string, number>();
      for (const [name, kind] of Object.entries(KINDS)) {
        const order = { path: merged, video, changes: changesOf(video, kind), outputPath: join(folder, 'drawn.mp4') };
        drawn.set(name, await cpuSecondsOf(measured, () => renderDrawings(measured.tools, order)));
      }
      rounds.push({ typed, own, drawn });
    }
    return Object.keys(KINDS).flatMap((name) => figuresOf(name, rounds));
  });
}

/** The command as a person would type it: a plain re-encode. */
const TYPED_ARGS = ['-an', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];

function figuresOf(name: string, rounds: readonly Round[]): BenchFigure[] {
  const ours = rounds.map((round) => round.drawn.get(name) ?? Number.NaN);
  const beside = (what: string, plain: readonly number[]) => ({
    name: `10,000 drawings ${name} / re-encoding plainly, ${what}`,
    figure: median(ours.map((cost, round) => cost / (plain[round] ?? Number.NaN))),
    limit: MAX_COST,
    note: `${median(ours).toFixed(1)} against ${median(plain).toFixed(1)} CPU-s (medians of ${ROUNDS})`,
  });
  return [
    beside(
      'as typed',
      rounds.map(({ typed }) => typed),
    ),
    beside(
      'our settings',
      rounds.map(({ own }) => own),
    ),
  ];
}

function changesOf(video: MergedVideoFacts, kind: Kind) {
  const strokes = randomStrokes(video, kind);
  const frames = strokes.map(({ order }) =>
    Math.floor((kind.isSpread ? order / strokes.length : 0.25) * video.frameCount),
  );
  return byFirstFrame(strokes, frames);
}

/** Seeded strokes all over the picture, of all colors and widths; both are constant within a pen stroke. */
function randomStrokes(
  { widthPx, heightPx }: MergedVideoFacts,
  { lengthPx, isScribble, isPassing = false }: Kind,
): Stroke[] {
  let state = 7;
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  let pen = { x: 0, y: 0, angle: 0, color: '', width: 0 };
  return Array.from({ length: MAX_DRAWINGS }, (_, order) => {
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
    return { from, to, color: pen.color, width: pen.width, order, onlyThisFrame: isPassing };
  });
}

async function cpuSecondsOf(measured: MeasuredTools, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return measured.take().cpuSeconds + (user + system) / 1e6;
}
