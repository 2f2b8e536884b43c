// The merged file shows the planned frame, upright and on the right side, for every kind of source: rotated, mirrored,
// anamorphic, odd sizes, with an edit list, a late start, in any container, ending early.
import { describe, expect, it } from 'vitest';
import type { Alignment } from '#domain/comparison/comparison-choices.ts';
import { chosenCases } from '#tests/campaign-scale.ts';
import { jitteredTimes, type NumberedClipOptions } from '#tests/fixtures/numbered-clip.ts';
import { type MarkedClip, mergeAndCompare } from './merge-case.ts';

const PLAIN: MarkedClip = { make: { fps: [60, 1], frames: 240 }, rest: 60, top: 105, strike: 120 };

const PORTRAIT = { widthPx: 120, heightPx: 160 } as const;

const SHAPES: readonly (readonly [string, NumberedClipOptions])[] = [
  ['portrait', PORTRAIT],
  ['turned by 90 degrees', { ...PORTRAIT, orientation: 'turned-90' }],
  ['upside down', { orientation: 'turned-180' }],
  ['turned by 270 degrees', { ...PORTRAIT, orientation: 'turned-270' }],
  ['mirrored by a selfie camera', { orientation: 'mirrored' }],
  ['mirrored upside down', { orientation: 'mirrored-turned-180' }],
  ['mirrored and turned by 90 degrees', { ...PORTRAIT, orientation: 'mirrored-turned-90' }],
  ['mirrored and turned by 270 degrees', { ...PORTRAIT, orientation: 'mirrored-turned-270', container: 'mov' }],
  ['wide pixels', { pixelAspect: [2, 1] }],
  ['high pixels', { pixelAspect: [3, 4] }],
  ['wide pixels, turned', { ...PORTRAIT, pixelAspect: [4, 3], orientation: 'turned-90' }],
  ['odd sizes', { codec: 'h264-444', widthPx: 161, heightPx: 119 }],
  ['odd sizes, turned', { codec: 'h264-444', widthPx: 119, heightPx: 161, orientation: 'turned-270' }],
  ['an edit list that leaves 11 frames out', { frames: 131, leadingFramesCut: 11, gop: 30 }],
  ['an edit list within a group with B-frames', { frames: 140, leadingFramesCut: 20, gop: 60, bFrames: 2 }],
  ['an edit list and sound', { frames: 137, leadingFramesCut: 17, gop: 60, audio: 'aac' }],
  ['a first frame at 10 s', { firstFrameAt: 10 }],
  ['a first frame one millisecond late', { firstFrameAt: 0.00099 }],
  ['a first frame at 0.067 s in Matroska', { firstFrameAt: 0.067, container: 'mkv' }],
  ['sound that starts before the picture', { firstFrameAt: 0.5, audio: 'aac' }],
  ['Opus sound that starts before 0', { container: 'mkv', audio: 'opus' }],
  ['VP9 in WebM', { container: 'webm', codec: 'vp9' }],
  ['VP8 in WebM', { container: 'webm', codec: 'vp8', audio: 'opus' }],
  ['MPEG-4 in AVI', { container: 'avi', codec: 'mpeg4', audio: 'mp3' }],
  ['MPEG-4 with B-frames in AVI', { container: 'avi', codec: 'mpeg4', bFrames: 2 }],
  ['Motion JPEG in AVI', { container: 'avi', codec: 'mjpeg' }],
  ['Windows Media', { container: 'wmv', codec: 'wmv2', audio: 'wmav2' }],
  ['H.264 in Flash Video', { container: 'flv', bFrames: 2 }],
  ['Sorenson in Flash Video', { container: 'flv', codec: 'flv1', widthPx: 176, heightPx: 144 }],
  ['H.263 in 3GP', { container: '3gp', codec: 'h263', widthPx: 176, heightPx: 144, fps: [30, 1] }],
  ['HEVC in QuickTime', { container: 'mov', codec: 'hevc', bFrames: 2, audio: 'aac' }],
  ['10-bit HLG HEVC, turned', { ...PORTRAIT, container: 'mov', codec: 'hevc', hdr: 'hlg', orientation: 'turned-90' }],
  ['10-bit PQ HEVC', { container: 'mp4', codec: 'hevc', hdr: 'pq' }],
  ['interlaced', { interlaced: true, heightPx: 128 }],
  ['one key frame in the whole clip', { gop: 999, bFrames: 2 }],
  ['long gaps between frames', { frameTimes: jitteredTimes(120, 30, 0.5).map((t, n) => (n > 50 ? t + 0.4 : t)) }],
];

const SOME_SHAPES = chosenCases(SHAPES, [
  'mirrored and turned by 270 degrees',
  'an edit list within a group with B-frames',
  '10-bit HLG HEVC, turned',
]);

describe('a merged video shows the planned frames upright', () => {
  it.each(SOME_SHAPES)('%s', async (_title, make) => {
    const clip: MarkedClip = { make: { frames: 120, ...make }, rest: 40, top: 62, strike: 70 };
    const outcome = await mergeAndCompare(clip, PLAIN, 'strike');
    expect(outcome.mismatches).toEqual([]);
    expect(outcome.shownAtEvent).toEqual(outcome.markedAtEvent);
  });
});

/** By default 90 frames at 30 fps. */
function swing(rest: number | null, top: number | null, strike: number, make: NumberedClipOptions = {}): MarkedClip {
  return { make: { frames: 90, ...make }, rest, top, strike };
}

const HELD: readonly (readonly [string, MarkedClip, MarkedClip, Alignment])[] = [
  ['holds the first frame of a clip that begins at the swing', swing(0, 12, 20), swing(50, 70, 76), 'strike'],
  ['holds the last frame of a clip that ends at the strike', swing(60, 80, 89), swing(20, 40, 46), 'strike'],
  [
    'holds the last frame of a 240 fps clip',
    swing(100, 150, 179, { fps: [240, 1], frames: 180 }),
    swing(20, 40, 46),
    'top',
  ],
  ['holds both ends of a very short clip', swing(0, 3, 5, { frames: 6 }), swing(30, 50, 56), 'strike'],
  ['shows a strike on the first frame', swing(null, null, 0), swing(30, 50, 56), 'strike'],
  ['shows a strike on the last frame of both', swing(40, 80, 89), swing(50, 70, 89), 'strike'],
  ['assumes a rest that is not marked', swing(null, null, 80), swing(null, null, 60), 'strike'],
  ['holds a late first frame', swing(0, 12, 20, { firstFrameAt: 3 }), swing(50, 70, 76), 'top'],
  ['aligns the tops', swing(10, 30, 52), swing(40, 60, 66, { fps: [25, 1] }), 'top'],
  ['shows the same clip on both sides', swing(30, 50, 56), swing(30, 50, 56), 'top'],
];

const SOME_HELD = chosenCases(HELD, ['holds both ends of a very short clip']);

describe('a merged video holds the first or last frame of a side before its start and after its end', () => {
  it.each(SOME_HELD)('%s', async (_title, user, pro, alignment) => {
    const outcome = await mergeAndCompare(user, pro, alignment);
    expect(outcome.mismatches).toEqual([]);
    expect(outcome.shownAtEvent).toEqual(outcome.markedAtEvent);
  });
});
