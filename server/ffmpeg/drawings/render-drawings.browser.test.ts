// The same segments twice: burnt in by the server, and drawn by Chromium's own canvas over the same frame as a visitor
// sees them. Both pictures must be alike.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import type { Drawing } from '#domain/drawing/drawing.ts';
import { byFirstFrame, drawingSurface, firstFrameWith, strokesOnVideo } from '#domain/drawing/drawing-geometry.ts';
import { ENCODER_ARGS } from '#server/ffmpeg/merge/merge-args.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { TOOLS } from '#tests/fixtures/merged-video.ts';
import { swingClip } from '#tests/fixtures/swing-clip.ts';
import { videoPageForTests } from '#tests/fixtures/video-page.ts';
import { renderDrawings } from './render-drawings.ts';

const SIZE = { widthPx: 640, heightPx: 360 };
const FPS = 30;
const FRAMES = 30;
const SURFACES = {
  ...scaled({}, { 'of the video’s own size': SIZE }),
  'that visitors draw on': drawingSurface(SIZE),
};

/**
 * A hand-drawn circle, a plain line, a thin and a broad line, a dot, and a line outside the picture. Later ones cross
 * earlier ones.
 */
function sketch(scale: number): Drawing[] {
  const circle = Array.from({ length: 200 }, (_, n) => {
    const at = (step: number) => ({
      x: (200 + 90 * Math.cos((step / 200) * 2 * Math.PI)) * scale,
      y: (160 + 80 * Math.sin((step / 200) * 2 * Math.PI)) * scale,
    });
    return { from: at(n), to: at(n + 1), color: '#ff0000', width: 3, timestamp: 0.2 };
  });
  const line = (x1: number, y1: number, x2: number, y2: number, color: string, width: number, timestamp: number) => ({
    from: { x: x1 * scale, y: y1 * scale },
    to: { x: x2 * scale, y: y2 * scale },
    color,
    width,
    timestamp,
  });
  return [
    ...circle,
    line(150, 330, 420, 40, '#ffdd00', 6, 0.2),
    line(20, 20, 620, 24, '#00ff88', 1, 0.2),
    line(330, 300, 600, 200, '#2255ff', 20, 0.6),
    line(480, 90, 480, 90.1, '#ffffff', 12, 0.6),
    line(560, 320, 900, 500, '#ff00ff', 5, 0.6),
    { ...line(60, 120, 380, 90, '#00ffff', 9, 0.6), onlyThisFrame: true },
  ];
}

const page = videoPageForTests({ html: '<video id="a"></video><video id="b"></video>', makeVideos });

async function makeVideos(folder: string): Promise<Map<string, Buffer>> {
  const kind = { name: 'drawn-on', ...SIZE, framesPerSecond: FPS, seconds: FRAMES / FPS, megabitsPerSecond: 1 };
  // Encoded like a merged video, so that the comparison is about the drawings and not about a camera's grain.
  const path = join(folder, 'original.mp4');
  await execa('ffmpeg', [
    '-v',
    'error',
    '-nostdin',
    '-i',
    await swingClip(kind),
    '-vf',
    'setsar=1',
    ...ENCODER_ARGS,
    '-movflags',
    '+faststart',
    path,
  ]);
  const files = new Map([['/original.mp4', await readFile(path)]]);
  const video = { ...SIZE, frameCount: FRAMES, frameRate: { numerator: FPS, denominator: 1 } };
  const times = Array.from({ length: FRAMES }, (_, frame) => frame / FPS);
  for (const [name, surface] of Object.entries(SURFACES)) {
    const drawings = sketch(surface.widthPx / SIZE.widthPx);
    const frames = drawings.map(({ timestamp }) => firstFrameWith(timestamp, times) ?? 0);
    const outputPath = join(folder, 'drawn.mp4');
    const changes = byFirstFrame(strokesOnVideo(drawings, surface, SIZE), frames);
    await renderDrawings(TOOLS, { path, video, changes, outputPath });
    files.set(`/${encodeURIComponent(name)}.mp4`, await readFile(outputPath));
  }
  return files;
}

/** The similarity of the burnt-in drawing to Chromium's own drawing on a frame, and to the frame without drawings. */
interface Likeness {
  readonly drawn: number;
  readonly bare: number;
}

interface Sample {
  readonly time: number;
  readonly drawings: readonly Drawing[];
}

/** Compares in the page: its pictures are large, its answer is small. */
function compare(burntIn: string, samples: readonly Sample[], scale: number): Promise<Likeness[]> {
  return page().evaluate(comparePictures, {
    burntIn,
    samples: [...samples],
    scale,
    frame: 1 / FPS,
    width: SIZE.widthPx,
    height: SIZE.heightPx,
  });
}

/** Runs in the page: it can use only its argument. */
async function comparePictures(order: {
  burntIn: string;
  samples: Sample[];
  scale: number;
  frame: number;
  width: number;
  height: number;
}): Promise<Likeness[]> {
  const { burntIn, samples, scale, frame, width, height } = order;
  const load = async (file: string) => {
    const video = document.createElement('video');
    video.src = URL.createObjectURL(await (await fetch(file)).blob());
    return document.body.appendChild(video);
  };
  // `seeked` alone comes before the frame is on screen.
  const seek = (video: HTMLVideoElement, time: number) =>
    new Promise<void>((resolve) => {
      const look = (_: number, { mediaTime }: VideoFrameCallbackMetadata) => {
        if (mediaTime <= time && time < mediaTime + frame) resolve();
        else video.requestVideoFrameCallback(look);
      };
      video.requestVideoFrameCallback(look);
      video.currentTime = time;
    });
  const brightness = (video: HTMLVideoElement, drawings: readonly Drawing[]): Float64Array => {
    const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(video, 0, 0);
    context.scale(scale, scale);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    // As the page does it: one movement of the pen is one path.
    for (const [index, { from, to, color, width: lineWidth }] of drawings.entries()) {
      const before = drawings[index - 1];
      const goesOn = before?.to.x === from.x && before.to.y === from.y && before.color === color;
      if (!goesOn) {
        context.stroke();
        context.beginPath();
        context.moveTo(from.x, from.y);
      }
      context.strokeStyle = color;
      context.lineWidth = lineWidth;
      context.lineTo(to.x, to.y);
    }
    context.stroke();
    const { data } = context.getImageData(0, 0, width, height);
    const weights = [0.2126, 0.7152, 0.0722];
    return Float64Array.from({ length: width * height }, (_, pixel) =>
      weights.reduce((sum, weight, channel) => sum + weight * (data[pixel * 4 + channel] ?? 0), 0),
    );
  };
  /** Structural similarity (Wang et al. 2004) of one window of 8 × 8 pixels. */
  const ofWindow = (a: Float64Array, b: Float64Array, left: number, top: number) => {
    const sums = [0, 0, 0, 0, 0];
    for (let at = 0; at < 64; at += 1) {
      const pixel = (top + (at >> 3)) * width + left + (at & 7);
      const [p = 0, q = 0] = [a[pixel], b[pixel]];
      for (const [index, value] of [p, q, p * p, q * q, p * q].entries()) sums[index] = (sums[index] ?? 0) + value / 64;
    }
    const [p = 0, q = 0, pp = 0, qq = 0, pq = 0] = sums;
    const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
    const likeness = (2 * p * q + c1) * (2 * (pq - p * q) + c2);
    return likeness / ((p * p + q * q + c1) * (pp - p * p + qq - q * q + c2));
  };
  const ssim = (a: Float64Array, b: Float64Array) => {
    let [sum, windows] = [0, 0];
    for (let top = 0; top + 8 <= height; top += 8) {
      for (let left = 0; left + 8 <= width; left += 8) {
        sum += ofWindow(a, b, left, top);
        windows += 1;
      }
    }
    return sum / windows;
  };
  const [original, ours] = [await load('/original.mp4'), await load(burntIn)];
  const found: Likeness[] = [];
  for (const { time, drawings } of samples) {
    await seek(original, time);
    await seek(ours, time);
    const shown = brightness(ours, []);
    found.push({ drawn: ssim(brightness(original, drawings), shown), bare: ssim(brightness(original, []), shown) });
  }
  return found;
}

describe.each(Object.entries(SURFACES))('drawings on a surface %s', (name, surface) => {
  it('look as a canvas shows them, from the frame on which they were drawn or on it alone', async () => {
    const drawings = sketch(surface.widthPx / SIZE.widthPx);
    const frames = [0, 5, 6, 17, 18, 19, 29];
    const samples = frames.map((frame) => ({
      time: (frame + 0.5) / FPS,
      drawings: drawings.filter(({ timestamp, onlyThisFrame }) => {
        const first = Math.round(timestamp * FPS);
        return onlyThisFrame ? first === frame : first <= frame;
      }),
    }));
    const scale = SIZE.widthPx / surface.widthPx;
    const likenesses = await compare(`/${encodeURIComponent(name)}.mp4`, samples, scale);
    for (const [index, { drawn, bare }] of likenesses.entries()) {
      expect(drawn).toBeGreaterThan(0.98);
      // Without its drawings the frame is a different picture, so the similarity is not that of the background.
      if ((samples[index]?.drawings.length ?? 0) > 0) expect(bare).toBeLessThan(0.96);
    }
  });
});
