// Names on the merged picture: at their planned places, in each side's color, on every frame, and without leftover
// files.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { mergeVideos } from './merge-videos.ts';

const TOOLS = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };

test('shows both names at their planned places, in their side’s color, from the first frame to the last [S2.35]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'names-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { path } = await numberedClip({ frames: 60, widthPx: 320, heightPx: 240 });
  const video = await probeClip(TOOLS, path);
  // Nothing but ink: the color is then that of the whole plate.
  const name = { widthPx: 120, heightPx: 36, cover: 'f'.repeat(120 * 36) };
  const side = { clip: video.clip, annotations: { restTime: 0.2, topTime: 0.8, strikeTime: 1 }, name };
  const choices = { ...AS_FILMED, names: { ...AS_FILMED.names, isShown: true } };
  const result = planComparison(side, side, 'strike', choices);
  if (!result.ok) throw new Error(result.problem);
  const { plan } = result;
  const outputPath = join(folder, 'merged.mp4');
  await mergeVideos(TOOLS, { plan, user: { path, video }, pro: { path, video }, outputPath });
  expect(await readdir(folder)).toEqual(['merged.mp4']);
  for (const [pane, wanted] of [
    [plan.panes.user, [0x82, 0xb8, 0xf7]],
    [plan.panes.pro, [0xf0, 0xb9, 0x40]],
  ] as const) {
    const { xPx, yPx, widthPx, heightPx } = pane.name?.rect ?? plan.panes.user.rect;
    const crop = `crop=${widthPx - 4}:${heightPx - 4}:${xPx + 2}:${yPx + 2},scale=1:1:flags=area`;
    const args = ['-v', 'error', '-i', outputPath, '-vf', crop, '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'];
    const { stdout } = await execa('ffmpeg', args, { encoding: 'buffer', stdin: 'ignore' });
    expect(stdout.length).toBe(3 * plan.frameCount);
    for (const [at, value] of stdout.entries()) expect(Math.abs(value - (wanted[at % 3] ?? 0))).toBeLessThan(16);
  }
});
