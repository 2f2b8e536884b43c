import { describe, expect, it } from 'vitest';
import { ENCODER_ARGS } from '#server/ffmpeg/merge/merge-args.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import { drawingArgs } from './render-drawings.ts';

const video = { frameCount: 90, frameRate: { numerator: 30_000, denominator: 1001 }, widthPx: 640, heightPx: 360 };
const whole = [{ from: 0, to: 90 }];
const bounds = { xPx: 12, yPx: 34, widthPx: 100, heightPx: 50 };

describe('the arguments of a video with drawings', () => {
  it('lay the layer from stdin over the video half a frame before the first drawing, in the form of a merged video', () => {
    const args = drawingArgs(
      { path: '/work/a/in.mp4', video, bounds, spans: whole, firstDrawn: 30 },
      '/work/a/out.mp4.part',
    );
    expect(args).toEqual([
      ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-progress', 'pipe:1', '-copyts'],
      ...inputArgs('/work/a/in.mp4', 'mov'),
      ...['-protocol_whitelist', 'pipe', '-f', 'rawvideo', '-pixel_format', 'yuva420p'],
      ...['-video_size', '100x50', '-framerate', '30000/1001', '-i', 'pipe:0', '-filter_complex'],
      '[1:v]settb=AVTB,setpts=PTS+(984317)[layer];[0:v][layer]overlay=x=12:y=34:format=yuv420:eof_action=repeat[drawn]',
      ...['-map', '[drawn]'],
      ...['-map_metadata', '-1', '-map_chapters', '-1', '-an', '-sn', '-dn'],
      ...['-fps_mode', 'passthrough', '-frames:v', '90'],
      ...ENCODER_ARGS,
      ...[
        '-video_track_timescale',
        '120000',
        '-movflags',
        '+faststart',
        '-f',
        'mp4',
        '-y',
        'file:/work/a/out.mp4.part',
      ],
    ]);
  });

  it('have the same length for any number of drawings', () => {
    const lengths = [0, 89].map(
      (firstDrawn) => drawingArgs({ path: '/a', video, bounds, spans: whole, firstDrawn }, '/b').length,
    );
    expect(lengths[0]).toBe(lengths[1]);
  });

  it('select the frames of spans by time, renumber them and start each span with a key frame', () => {
    const spans = [
      { from: 30, to: 45 },
      { from: 60, to: 90 },
    ];
    const args = drawingArgs({ path: '/a', video, bounds, spans, firstDrawn: 33 }, '/b');
    const argAfter = (option: string) => args[args.indexOf(option) + 1];
    expect(args).toContain('-noaccurate_seek');
    expect(argAfter('-ss')).toBe('1.001000');
    expect(argAfter('-frames:v')).toBe('45');
    expect(argAfter('-force_key_frames')).toBe('expr:eq(n,15)');
    expect(argAfter('-filter_complex')).toBe(
      [
        '[1:v]settb=AVTB,setpts=PTS+(83417)[layer]',
        "[0:v]select='between(t,0.984317,1.484817)+between(t,1.985317,2.986317)',setpts=N*1001/30000/TB[chosen]",
        '[chosen][layer]overlay=x=12:y=34:format=yuv420:eof_action=repeat[drawn]',
      ].join(';'),
    );
  });
});
