// The comparison that the benchmarks measure: two 10 s phone clips of 1080p60, one in portrait, with the swing in the
// middle, and the typed command that merges them.
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
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

async function side(tools: MediaTools, options: SwingClipOptions) {
  const path = await swingClip(options);
  return { path, video: await probeClip(tools, path) };
}

/** The result of {@link benchSwings}. */
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
