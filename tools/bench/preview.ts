// The time to the first picture of a preview, compared with the typed command that makes the same file playable: 10 s of
// 1080p HEVC like an iPhone's. Wall time, because a visitor waits; alternating in one run, because the load on the machine
// varies.
// Run alone: node tools/bench/run.ts preview
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePreview } from '#server/ffmpeg/preview/preview-video.ts';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { swingClip } from '#tests/fixtures/swing-clip.ts';
import { type BenchFigure, median } from './measured-run.ts';

const ROUNDS = 3;
const MAX_RATIO = 0.6;
const TOOLS = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };

/** Measures both in turn, three times. The preview is timed from the uploaded file: probed, made, verified, opened. */
export async function run(): Promise<BenchFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-bench-'));
  try {
    const path = await hevcClip();
    const [preview, typed] = [join(folder, 'preview.mp4'), join(folder, 'typed.mp4')];
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await secondsOf(async () => {
        await makePreview(TOOLS, { path, video: await probeClip(TOOLS, path), outputPath: preview });
        ffmpeg(['-i', preview, '-frames:v', '1', '-f', 'null', '-']);
      });
      const theirs = await secondsOf(async () => ffmpeg(['-i', path, '-c:v', 'libx264', typed]));
      rounds.push({ ours, theirs });
    }
    const [ours, theirs] = [median(rounds.map((r) => r.ours)), median(rounds.map((r) => r.theirs))];
    return [
      {
        name: 'first picture of a preview / typed command',
        figure: median(rounds.map((r) => r.ours / r.theirs)),
        limit: MAX_RATIO,
        note: `${ours.toFixed(1)} against ${theirs.toFixed(1)} s (medians of ${ROUNDS}), our probe and checks included`,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function hevcClip(): Promise<string> {
  const h264 = await swingClip({ name: 'user', framesPerSecond: 30 });
  const path = h264.replace(/\.mp4$/, '-hevc.mov');
  if (existsSync(path)) return path;
  const codec = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error:keyint=30'];
  const draft = `${path}.draft.mov`;
  ffmpeg(['-i', h264, ...codec, '-b:v', '10M', '-tag:v', 'hvc1', draft]);
  await rename(draft, path);
  return path;
}

function ffmpeg(args: readonly string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { stdio: 'inherit' });
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}
