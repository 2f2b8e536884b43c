// The comparison that the benchmarks measure: two 10 s phone clips of 1080p60, one in portrait, with the swing in the
// middle, and the typed command that merges them.
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { AS_FILMED, type ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import { type AnnotatedClip, planComparison } from '#domain/comparison/comparison-plan.ts';
import type { Clip } from '#domain/video/clip.ts';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { drawnBody } from '#tests/fixtures/drawn-body.ts';
import { type SwingClipOptions, swingClip } from '#tests/fixtures/swing-clip.ts';

/** The two clips and the plan of their marks. */
export async function benchSwings(tools: MediaTools, kind: Omit<SwingClipOptions, 'name' | 'isPortrait'> = {}) {
  const user = await side(tools, { ...kind, name: 'user' });
  const pro = await side(tools, { ...kind, name: 'pro', isPortrait: true });
  const result = planComparison(
    { clip: user.video.clip, annotations: { restTime: 4.2, topTime: 5, strikeTime: 5.3 } },
    { clip: pro.video.clip, annotations: { restTime: 4, topTime: 4.8, strikeTime: 5.1 } },
    'strike',
  );
  if (!result.ok) throw new Error(result.problem);
  return { user, pro, plan: result.plan };
}

const INK = { widthPx: 240, heightPx: 36, cover: '0f'.repeat(120 * 36) };

/** The same comparison as {@link benchSwings} with names and the strip. */
export function namedSwings({ user, pro }: BenchSwings): BenchSwings {
  const side = ({ video }: BenchSwings['user'], restTime: number): AnnotatedClip => ({
    clip: video.clip,
    annotations: { restTime, topTime: restTime + 0.8, strikeTime: restTime + 1.1 },
    name: INK,
    tempo: INK,
  });
  const choices = { ...AS_FILMED, names: { ...AS_FILMED.names, isShown: true }, hasStrip: true };
  const result = planComparison(side(user, 4.2), side(pro, 4), 'strike', choices);
  if (!result.ok) throw new Error(result.problem);
  return { user, pro, plan: result.plan };
}

/** The same two clips with every choice: all positions matched, both golfers framed, names and the strip. */
export function framedSwings({ user, pro }: BenchSwings): BenchSwings {
  const known = ({ video }: BenchSwings['user'], restTime: number): AnnotatedClip => ({
    clip: video.clip,
    annotations: { restTime, topTime: restTime + 0.8, strikeTime: restTime + 1.1 },
    body: { track: standing(video.clip), outlines: null },
    name: INK,
    tempo: INK,
  });
  const choices: ComparisonChoices = {
    ...AS_FILMED,
    framing: 'golfers',
    names: { ...AS_FILMED.names, isShown: true },
    hasStrip: true,
  };
  const result = planComparison(known(user, 4.2), known(pro, 4), 'all', choices);
  if (!result.ok) throw new Error(result.problem);
  if (!result.plan.isFramed) throw new Error('Not framed');
  return { user, pro, plan: result.plan };
}

/** A golfer in the middle, half as tall as the picture's shorter side. */
function standing({ widthPx, heightPx, frameTimes }: Clip) {
  const sizePx = 0.4 * Math.min(widthPx, heightPx);
  const hips = { xPx: widthPx / 2, yPx: heightPx / 2 };
  const frames = frameTimes.map((time, frameIndex) => ({ frameIndex, time, body: drawnBody({ hips, sizePx }) }));
  return makeBodyTrack({ widthPx, heightPx, frames: frames.filter(({ frameIndex }) => frameIndex % 4 === 0) });
}

async function side(tools: MediaTools, options: SwingClipOptions) {
  const path = await swingClip(options);
  return { path, video: await probeClip(tools, path) };
}

export type BenchSwings = Awaited<ReturnType<typeof benchSwings>>;

/** The typed command: both complete files, with the side of the earlier strike delayed. */
export function typedArgs({ user, pro, plan }: BenchSwings, outputPath: string): string[] {
  const latest = Math.max(plan.panes.user.eventAt, plan.panes.pro.eventAt);
  const panel = (name: 'user' | 'pro', input: number) => {
    const { rect, eventAt } = plan.panes[name];
    const delay = `tpad=start_mode=clone:start_duration=${(latest - eventAt).toFixed(6)}`;
    return `[${input}:v]setpts=PTS-STARTPTS,scale=${rect.widthPx}:${rect.heightPx},setsar=1,${delay}[${name}]`;
  };
  const graph = `${panel('user', 0)};${panel('pro', 1)};[user][pro]hstack[out]`;
  const inputs = ['-i', user.path, '-i', pro.path];
  return [...inputs, '-filter_complex', graph, '-map', '[out]', '-an', '-c:v', 'libx264', ...FASTSTART, outputPath];
}

const FASTSTART = ['-pix_fmt', 'yuv420p', '-movflags', '+faststart'];

/** The typed command's frame that corresponds to merged frame 0. */
export function typedFrameOffset({ plan }: BenchSwings): number {
  const latest = Math.max(plan.panes.user.eventAt, plan.panes.pro.eventAt);
  return Math.round((latest - plan.meetAt) * (plan.frameRate.numerator / plan.frameRate.denominator));
}
