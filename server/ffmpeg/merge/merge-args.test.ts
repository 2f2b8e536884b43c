import { describe, expect, it } from 'vitest';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { makeClip } from '#domain/video/clip.ts';
import type { ProbedVideo, SourceFacts } from '#server/ffmpeg/probe/probe.ts';
import { mergeArgs, trackTimescale } from './merge-args.ts';

const SOURCE: SourceFacts = {
  demuxer: 'mov',
  streamIndex: 0,
  codec: 'h264',
  codedWidthPx: 1920,
  codedHeightPx: 1080,
  orientation: 'upright',
  transfer: 'sdr',
  colorMatrix: 'bt709',
  isFullRange: false,
  isInterlaced: false,
  containerStart: 0,
  timelineOffset: 0,
};

function video(
  perSecond: number,
  source: Partial<SourceFacts> = {},
  size = { widthPx: 1920, heightPx: 1080 },
): ProbedVideo {
  const frameTimes = Array.from({ length: 10 * perSecond }, (_, n) => Math.round((n / perSecond) * 1e6) / 1e6);
  return { clip: makeClip({ ...size, frameTimes }), source: { ...SOURCE, ...source } };
}

/** The user strikes at 5 s and the pro at 6 s; both rest 1 s before. */
function argsOf(user: ProbedVideo, pro: ProbedVideo): string[] {
  const marks = (strikeTime: number) => ({ restTime: strikeTime - 1, topTime: strikeTime - 0.2, strikeTime });
  const result = planComparison(
    { clip: user.clip, annotations: marks(5) },
    { clip: pro.clip, annotations: marks(6) },
    'strike',
  );
  if (!result.ok) throw new Error(result.problem);
  const inputs = { user: { path: '/in/user.mp4', video: user }, pro: { path: '/in/pro.mp4', video: pro } };
  return mergeArgs(result.plan, inputs, '/out/merged.mp4');
}

const optionOf = (args: readonly string[], option: string, nth = 0) => {
  const places = args.flatMap((arg, index) => (arg === option ? [index] : []));
  return args[(places[nth] ?? Number.NaN) + 1];
};

const graphOf = (user: ProbedVideo, pro: ProbedVideo = video(60)) =>
  (optionOf(argsOf(user, pro), '-filter_complex') ?? '').split(';');

describe('mergeArgs', () => {
  it('opens each side with guards, a margin before its swing, and writes a silent MP4 of exactly the plan’s frames', () => {
    const args = argsOf(video(30), video(60));
    const unguarded = args.filter((_, index) => !isGuard(args, index));
    expect(unguarded).toEqual([
      ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-progress', 'pipe:1', '-copyts'],
      ...[
        '-f',
        'mov',
        '-noautorotate',
        '-reinit_filter',
        '0',
        '-threads',
        '2',
        '-ss',
        '3.400000',
        '-i',
        'file:/in/user.mp4',
      ],
      ...[
        '-f',
        'mov',
        '-noautorotate',
        '-reinit_filter',
        '0',
        '-threads',
        '2',
        '-ss',
        '4.400000',
        '-i',
        'file:/in/pro.mp4',
      ],
      '-filter_complex',
      '[0:0]scale=w=960:h=540:flags=bicubic,format=yuv420p,setsar=1,' +
        'tpad=stop_mode=clone:stop_duration=0.1,settb=AVTB,setpts=PTS-(3508333),fps=fps=60/1:start_time=0:round=up[user];' +
        '[1:0]scale=w=960:h=540:flags=bicubic,format=yuv420p,setsar=1,' +
        'tpad=stop_mode=clone:stop_duration=0.1,settb=AVTB,setpts=PTS-(4508333),fps=fps=60/1:start_time=0:round=up[pro];' +
        '[user][pro]hstack=inputs=2,setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709[merged]',
      ...['-map', '[merged]', '-map_metadata', '-1', '-map_chapters', '-1', '-an', '-sn', '-dn'],
      ...['-fps_mode', 'passthrough', '-frames:v', '211', '-c:v', 'libx264', '-preset', 'superfast', '-crf', '21'],
      ...['-g', '15', '-bf', '0', '-pix_fmt', 'yuv420p', '-color_range', 'tv', '-colorspace', 'bt709'],
      ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-video_track_timescale', '120000'],
      ...['-movflags', '+faststart', '-f', 'mp4', '-y', 'file:/out/merged.mp4'],
    ]);
  });

  it('prevents playlists, references to other files and disallowed decoders on both sides', () => {
    const args = argsOf(video(30), video(60));
    for (const nth of [0, 1]) {
      expect(optionOf(args, '-protocol_whitelist', nth)).toBe('file');
      expect(optionOf(args, '-format_whitelist', nth)).not.toMatch(/hls|concat|image2/);
      expect(optionOf(args, '-codec_whitelist', nth)).not.toContain('magicyuv');
      expect(optionOf(args, '-enable_drefs', nth)).toBe('0');
    }
  });

  it('drops frames of a 240 fps clip before scaling it, and scales a 30 fps clip before repeating its frames', () => {
    const [fast = ''] = graphOf(video(240));
    const [slow = ''] = graphOf(video(30));
    expect(fast.indexOf('fps=fps')).toBeLessThan(fast.indexOf('scale='));
    expect(slow.indexOf('fps=fps')).toBeGreaterThan(slow.indexOf('scale='));
  });

  it('scales an upright clip before rotating the small picture', () => {
    const [graph] = graphOf(video(30, { orientation: 'turned-90' }, { widthPx: 1080, heightPx: 1920 }));
    expect(graph).toContain('scale=w=820:h=462:flags=bicubic,format=yuv420p,transpose=clock,setsar=1');
  });

  it('reads a container without a trustworthy index from its beginning', () => {
    expect(argsOf(video(30, { demuxer: 'avi' }), video(60, { demuxer: 'asf' }))).not.toContain('-ss');
  });

  it('counts a seek from the container’s own start, and moves a timeline that begins before 0', () => {
    const args = argsOf(video(30, { containerStart: -0.5, timelineOffset: 0.5 }), video(60));
    expect(optionOf(args, '-ss')).toBe('3.400000');
    expect(optionOf(args, '-filter_complex')).toContain('setpts=PTS-(3008333)');
  });

  it('tone-maps HDR on the small picture', () => {
    const [graph = ''] = graphOf(video(30, { transfer: 'hlg', colorMatrix: 'bt2020' }));
    expect(graph.indexOf('scale=w=960')).toBeLessThan(graph.indexOf('tonemap='));
    expect(graph).toContain('zscale=transfer=bt709:matrix=bt709:range=limited');
  });

  it('converts BT.601 and full-range pictures to the merged video’s BT.709 in limited range', () => {
    const [graph] = graphOf(video(30, { colorMatrix: 'bt601', isFullRange: true }));
    expect(graph).toContain('in_color_matrix=bt601:out_color_matrix=bt709:in_range=full:out_range=limited');
  });

  it('deinterlaces pictures before scaling', () => {
    expect(graphOf(video(25, { isInterlaced: true }))[0]).toMatch(
      /^\[0:0\]scale=w=1920:h=1080:flags=bicubic,yadif=mode=send_frame,scale=/,
    );
  });
});

describe('trackTimescale', () => {
  it.each([
    [{ numerator: 30, denominator: 1 }, 120_000],
    [{ numerator: 60_000, denominator: 1001 }, 120_000],
    [{ numerator: 24_000, denominator: 1001 }, 120_000],
    [{ numerator: 29_412, denominator: 1000 }, 117_648],
  ])('makes a frame at %j a whole number of ticks at every playback speed', (rate, timescale) => {
    expect(trackTimescale(rate)).toBe(timescale);
    for (const speed of [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2]) expect(Number.isInteger(timescale * speed)).toBe(true);
    expect((timescale * rate.denominator) % rate.numerator).toBe(0);
  });
});

/** Whether an argument belongs to the guards, which have their own test. */
function isGuard(args: readonly string[], index: number): boolean {
  const guards =
    /^-(protocol_whitelist|format_whitelist|codec_whitelist|max_pixels|max_alloc|enable_drefs|use_absolute_path)$/;
  return guards.test(args[index] ?? '') || guards.test(args[index - 1] ?? '');
}
