import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Drawing } from '#domain/drawing/drawing.ts';
import { byFirstFrame, firstFrameWith, strokesOnVideo } from '#domain/drawing/drawing-geometry.ts';
import type { MergedVideoFacts } from '#domain/mp4/video-track.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { endlessFfmpeg } from '#tests/fixtures/endless-ffmpeg.ts';
import { mergedVideo, TOOLS } from '#tests/fixtures/merged-video.ts';
import { readPaneNumbers } from '#tests/fixtures/read-frame-numbers.ts';
import { until } from '#tests/until.ts';
import { renderDrawings } from './render-drawings.ts';

const RATES: [number, number][] = [
  [24_000, 1001],
  [30, 1],
  [60, 1],
];

let folder: string;
let path: string;
let video: MergedVideoFacts;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawings-'));
  const merged = await mergedVideo(folder, { frames: 60 });
  path = merged.path;
  video = { frameCount: merged.plan.frameCount, frameRate: merged.plan.frameRate, ...merged.plan.canvas };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A fat dot that fills the pixels about a point. */
function dot(x: number, y: number, timestamp: number, color = '#ff0000'): Drawing {
  return { from: { x, y }, to: { x: x + 1, y }, color, width: 16, timestamp };
}

interface Order {
  from?: string;
  facts?: MergedVideoFacts;
  surface?: { widthPx: number; heightPx: number };
  outputPath?: string;
  ffmpegPath?: string;
  signal?: AbortSignal;
  onProgress?: (fraction: number) => void;
}

async function render(drawings: readonly Drawing[], order: Order = {}): Promise<string> {
  const {
    from = path,
    facts = video,
    surface = facts,
    outputPath = join(folder, `drawn-${Math.random()}.mp4`),
  } = order;
  const times = Array.from(
    { length: facts.frameCount },
    (_, n) => (n * facts.frameRate.denominator) / facts.frameRate.numerator,
  );
  const frames = drawings.map(({ timestamp }) => firstFrameWith(timestamp, times) ?? Number.NaN);
  const changes = byFirstFrame(strokesOnVideo(drawings, surface, facts), frames);
  const { signal, onProgress, ffmpegPath = TOOLS.ffmpegPath } = order;
  await renderDrawings({ ...TOOLS, ffmpegPath }, { path: from, video: facts, changes, outputPath, signal, onProgress });
  return outputPath;
}

type Color = [red: number, green: number, blue: number];

/** The colors of single pixels in every frame. One run of ffmpeg reads all, because its start is the main cost. */
async function pixels(file: string, places: readonly (readonly [x: number, y: number])[]): Promise<Color[][]> {
  const filters = 'scale=in_color_matrix=bt709:flags=accurate_rnd+full_chroma_int,format=rgb24';
  const args = ['-v', 'error', '-i', file, '-vf', filters, '-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:1'];
  const { stdout } = await execa('ffmpeg', args, { encoding: 'buffer', stdin: 'ignore' });
  const frameBytes = video.widthPx * video.heightPx * 3;
  return places.map(([x, y]) =>
    Array.from({ length: stdout.length / frameBytes }, (_, n) => {
      const at = n * frameBytes + (y * video.widthPx + x) * 3;
      return [stdout[at] ?? 0, stdout[at + 1] ?? 0, stdout[at + 2] ?? 0];
    }),
  );
}

async function pixel(file: string, x: number, y: number): Promise<Color[]> {
  const [colors = []] = await pixels(file, [[x, y]]);
  return colors;
}

const mergedAt = new Map<string, ReturnType<typeof mergedVideo>>();

/** A merged video of a rate, made once, and its facts. */
async function mergedOf(fps: [number, number]): Promise<{ from: string; facts: MergedVideoFacts }> {
  const making = mergedAt.get(fps.join('/')) ?? mergedVideo(folder, { fps, frames: 40 });
  mergedAt.set(fps.join('/'), making);
  const { path: from, plan } = await making;
  return { from, facts: { frameCount: plan.frameCount, frameRate: plan.frameRate, ...plan.canvas } };
}

function isRed([r, g, b]: Color): boolean {
  return r > 200 && g < 60 && b < 60;
}

describe('a drawing rendered into a video', () => {
  it('appears from the frame on which it was drawn to the end', async () => {
    const frames = [0, 1, 29, 58, 59];
    const place = (index: number) => 40 + index * 50;
    // Between two frames, as a paused player stands.
    const drawn = await render(frames.map((frame, index) => dot(place(index), 50, (frame + 0.4) / 30)));
    const colors = await pixels(
      drawn,
      frames.map((_, index) => [place(index), 50]),
    );
    for (const [index, frame] of frames.entries()) {
      expect(colors[index]?.map(isRed)).toEqual(Array.from({ length: video.frameCount }, (_, n) => n >= frame));
    }
  });

  it.each(scaled(RATES.slice(0, 1), RATES))(
    'appears exactly on its frame at %d/%d frames per second',
    async (...fps) => {
      const { from, facts } = await mergedOf(fps);
      const frame = (n: number) => (n * fps[1]) / fps[0];
      const drawn = await render([dot(40, 50, frame(7)), dot(240, 50, frame(21))], { from, facts });
      const [left, right] = await pixels(drawn, [
        [40, 50],
        [240, 50],
      ]);
      const all = Array.from({ length: facts.frameCount }, (_, n) => n);
      expect(left?.map(isRed)).toEqual(all.map((n) => n >= 7));
      expect(right?.map(isRed)).toEqual(all.map((n) => n >= 21));
    },
  );

  it.each(RATES.slice(0, scaled(1, 2)))(
    'of one frame appears on that frame only at %d/%d frames per second',
    async (...fps) => {
      const { from, facts } = await mergedOf(fps);
      const time = (frame: number) => ((frame + 0.4) * fps[1]) / fps[0];
      const frames = [0, 7, 8, 21, facts.frameCount - 1];
      const place = (index: number) => 40 + index * 50;
      const drawings = frames.map((frame, index) => ({ ...dot(place(index), 50, time(frame)), onlyThisFrame: true }));
      const drawn = await render([...drawings, dot(40, 90, time(7))], { from, facts });
      const [stays, ...shown] = await pixels(drawn, [
        [40, 90],
        ...frames.map((_, index) => [place(index), 50] as const),
      ]);
      const all = Array.from({ length: facts.frameCount }, (_, n) => n);
      for (const [index, frame] of frames.entries()) {
        expect(shown[index]?.map(isRed)).toEqual(all.map((n) => n === frame));
      }
      expect(stays?.map(isRed)).toEqual(all.map((n) => n >= 7));
    },
  );

  it('leaves the rest of the picture unchanged, frame by frame', async () => {
    const panes = [
      { xPx: 0, yPx: 0, widthPx: 160, heightPx: 120 },
      { xPx: 160, yPx: 0, widthPx: 160, heightPx: 120 },
    ];
    const drawn = await render([
      { ...dot(2, 2, 0.5), width: 3 },
      { ...dot(300, 118, 1.1), width: 3 },
    ]);
    const before = await readPaneNumbers(path, video, panes);
    expect(await readPaneNumbers(drawn, video, panes)).toEqual(before);
  });

  it('has its color', async () => {
    const colors = {
      '#ff0000': [255, 0, 0],
      '#00ff00': [0, 255, 0],
      '#2244cc': [34, 68, 204],
      '#ffffff': [255, 255, 255],
    };
    const place = (index: number) => 40 + index * 60;
    const drawn = await render(Object.keys(colors).map((color, index) => dot(place(index), 50, 0, color)));
    const seen = await pixels(
      drawn,
      Object.keys(colors).map((_, index) => [place(index), 50]),
    );
    for (const [index, wanted] of Object.values(colors).entries()) {
      const [shown] = seen[index] ?? [];
      for (const [channel, value] of wanted.entries()) {
        expect(Math.abs((shown?.[channel] ?? -99) - value)).toBeLessThan(12);
      }
    }
  });

  campaignTest('appears where it was drawn when the surface is larger than the video', async () => {
    const large = { widthPx: video.widthPx * 4, heightPx: video.heightPx * 4 };
    const wide = { ...dot(400, 200, 0), width: 20 };
    const drawn = await render([wide], { surface: large });
    // 20 pixels of the surface are 5 of the video.
    const at = async (x: number, y: number) => isRed((await pixel(drawn, x, y))[0] ?? [0, 0, 0]);
    expect([await at(100, 50), await at(106, 50), await at(100, 56)]).toEqual([true, false, false]);
  });

  it('is drawn over the earlier one where they cross', async () => {
    const drawn = await render([dot(100, 50, 0, '#00ff00'), dot(100, 50, 1)]);
    expect((await pixel(drawn, 100, 50)).findIndex(isRed)).toBe(30);
  });

  campaignTest('may lie wholly or partly outside the picture', async () => {
    const off = { ...dot(0, 0, 0), from: { x: -1e6, y: 50 }, to: { x: -100, y: 50 } };
    const across = { ...off, to: { x: 1e6, y: 50 } };
    expect((await pixel(await render([off]), 100, 50)).some(isRed)).toBe(false);
    expect((await pixel(await render([off, across]), 318, 50)).every(isRed)).toBe(true);
  });
});

describe('a video with drawings', () => {
  it('has the format of a merged video', async () => {
    const drawn = await render([dot(100, 50, 0.2)]);
    const entries = 'stream=time_base,nb_frames,has_b_frames,color_space,pix_fmt,avg_frame_rate,start_pts,duration_ts';
    const look = async (file: string) =>
      (await execa('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'json', file])).stdout;
    expect(await look(drawn)).toBe(await look(path));
  });

  campaignTest('can be drawn on again', async () => {
    const once = await render([dot(100, 50, 0)]);
    const twice = await render([dot(200, 50, 0)], { from: once });
    expect((await pixel(twice, 100, 50)).every(isRed)).toBe(true);
    expect((await pixel(twice, 200, 50)).every(isRed)).toBe(true);
  });

  it('renders ten thousand drawings at ten thousand times', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => dot((n * 37) % 320, (n * 53) % 120, (n / 10_000) * 1.9));
    const colors = await pixel(await render(many), 100, 50);
    expect(colors).toHaveLength(video.frameCount);
    expect(isRed(colors.at(-1) ?? [0, 0, 0])).toBe(true);
  });

  it('reports its progress up to 1', async () => {
    const fractions: number[] = [];
    await render([dot(100, 50, 0)], { onProgress: (fraction) => fractions.push(fraction) });
    expect(fractions.at(-1)).toBe(1);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  });
});

describe('a rendering that does not complete', () => {
  it('leaves no file when it is cancelled', async () => {
    const own = await mkdtemp(join(folder, 'canceled-'));
    const stop = new AbortController();
    const reason = new AppError('job-canceled');
    const outputPath = join(own, 'drawn.mp4');
    const ffmpegPath = await endlessFfmpeg(folder);
    const rendering = render([dot(100, 50, 0)], { outputPath, ffmpegPath, signal: stop.signal });
    const ending = expect(rendering).rejects.toBe(reason);
    await until('the file is being written', async () => (await readdir(own)).length > 0);
    stop.abort(reason);
    await ending;
    expect(await readdir(own)).toEqual([]);
  });

  it('leaves no file and throws when the video is not the expected one', async () => {
    const own = await mkdtemp(join(folder, 'failed-'));
    const facts = { ...video, frameCount: video.frameCount + 5 };
    const rendering = render([dot(100, 50, 0)], { outputPath: join(own, 'drawn.mp4'), facts });
    await expect(rendering).rejects.toMatchObject({ code: 'render-failed' });
    expect(await readdir(own)).toEqual([]);
  });
});
