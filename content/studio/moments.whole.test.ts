// The shipped clips must match library.json: the strike is found in the picture, the rest in the motion that was
// rendered.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { clipCamera, clipSwing } from './clip-swing.ts';
import { type ClipPlan, DEMO, FRAME_RATE, frameCount, GOLFERS } from './clips.ts';
import { library } from './library.ts';
import { CONTENT } from './still.ts';

const written = JSON.parse(readFileSync(path.join(CONTENT, 'library.json'), 'utf8')) as ReturnType<typeof library>;
const clips: [string, ClipPlan, { file: string; restTime: number; topTime: number; strikeTime: number }][] = [
  [DEMO.slug, DEMO, written.demo],
  ...GOLFERS.map((plan, i): (typeof clips)[number] => [plan.slug, plan, written.golfers[i] ?? written.demo]),
];
const MAX_BYTES = 1_500_000;

interface Probe {
  streams: Record<string, string | number>[];
  format: { start_time: string; duration: string };
}

function probe(file: string): Probe {
  const args = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path.join(CONTENT, file)];
  return JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as Probe;
}

/** Where the ball lies in the picture, in pixels. */
function ballSpot(plan: ClipPlan): { x: number; y: number } {
  const { widthPx, heightPx, hand } = plan;
  const { ball } = clipSwing(plan);
  const seen = new Vector3(hand === 'left' ? -ball.x : ball.x, ball.y, ball.z).project(clipCamera(plan));
  return { x: Math.round((0.5 + seen.x / 2) * widthPx), y: Math.round((0.5 - seen.y / 2) * heightPx) };
}

const PATCH = 6;

/**
 * The small patch around the ball's place, in the frame before the strike, at the strike, after it, and long after it.
 */
function patchesAroundStrike(plan: ClipPlan, file: string, strikeTime: number): Buffer[] {
  const { x, y } = ballSpot(plan);
  const frame = Math.round(strikeTime * FRAME_RATE);
  const raw = execFileSync('ffmpeg', [
    ...['-v', 'error', '-ss', String((frame - 1.5) / FRAME_RATE), '-i', path.join(CONTENT, file)],
    ...[
      '-vf',
      `crop=${PATCH}:${PATCH}:${x - PATCH / 2}:${y - PATCH / 2}:exact=1,select='lt(n,3)+eq(n,61)',format=gray`,
    ],
    ...['-fps_mode', 'passthrough', '-frames:v', '4', '-f', 'rawvideo', 'pipe:1'],
  ]);
  return [0, 1, 2, 3].map((n) => raw.subarray(n * PATCH * PATCH, (n + 1) * PATCH * PATCH));
}

function difference(a: Buffer | undefined, b: Buffer | undefined): number {
  if (!a || !b || a.length !== b.length || a.length === 0) throw new Error('a frame is missing');
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
}

describe.each(clips)('%s', (_, plan, entry) => {
  it('is a small 60 fps H.264 video without B-frames, with sound, at least two seconds longer than the strike', () => {
    const { streams, format } = probe(entry.file);
    const video = streams.find((stream) => stream.codec_type === 'video');
    expect(video).toMatchObject({
      codec_name: 'h264',
      profile: 'High',
      pix_fmt: 'yuv420p',
      width: plan.widthPx,
      height: plan.heightPx,
      has_b_frames: 0,
      r_frame_rate: '60/1',
      avg_frame_rate: '60/1',
      nb_frames: String(frameCount(plan)),
    });
    expect(Number(video?.start_time)).toBe(0);
    expect(streams.some((stream) => stream.codec_name === 'aac')).toBe(true);
    expect(Number(format.duration)).toBeGreaterThanOrEqual(entry.strikeTime + 2);
    expect(statSync(path.join(CONTENT, entry.file)).size).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('has its moments exactly on frames, in order, as the plan says', () => {
    const moments = [entry.restTime, entry.topTime, entry.strikeTime];
    const { rest, top, strike } = plan.times;
    expect(moments).toEqual([rest, top, strike].map((moment) => moment * plan.slowMotionFactor));
    expect([...moments].sort((a, b) => a - b)).toEqual(moments);
    for (const moment of moments)
      expect(Math.abs(moment * FRAME_RATE - Math.round(moment * FRAME_RATE))).toBeLessThan(1e-9);
  });

  it('shows the ball in its place up to the strike frame and gone in the next', () => {
    const [before, strike, after, later] = patchesAroundStrike(plan, entry.file, entry.strikeTime);
    // A chip's slow head is near in the frame before already.
    expect(difference(before, later)).toBeGreaterThan(plan.slug.startsWith('chip') ? 40 : 60);
    // Down the line the club's head stands before the ball at the strike.
    expect(difference(strike, later)).toBeGreaterThan(22);
    // What remains is a rising tee or a bit of turf. Down the line, a chip's slow head is still near too.
    expect(difference(after, later)).toBeLessThan(plan.slug.startsWith('chip') ? 40 : 20);
  });
});

describe('the library', () => {
  it('matches what the studio would write now', () => {
    expect(written).toEqual(library());
  });

  it('has all files and stays small', () => {
    const thumbnails = [written.demo, ...written.golfers].flatMap(({ file, thumbnail }) => [file, thumbnail]);
    const bodies = [written.demo, ...written.golfers].map(({ body }) => body);
    const files = [...thumbnails, ...bodies, written.hero.file, written.hero.poster, ...written.howTo];
    const sizes = files.map((file) => statSync(path.join(CONTENT, file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000_000);
    expect(statSync(path.join(CONTENT, written.hero.file)).size).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('names animated models by a first name, their club and the view', () => {
    for (const { name, level } of written.golfers) {
      expect(name).toMatch(/^[A-Z][a-z]+, (driver|7 iron|wedge|chip), (face-on|down the line)(, slow motion)?$/);
      expect(level).toBe('Model');
    }
  });

  it('has the demo at exactly 0, 1.2 and 1.6', () => {
    expect(written.demo).toMatchObject({ restTime: 0, topTime: 1.2, strikeTime: 1.6 });
  });
});
