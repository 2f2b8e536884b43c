// Every container with every codec that ffmpeg can write into it, and every property of camera files, from the visitor's
// file to the merged video: the preview in Chromium shows frame n at its time, marks are the original's times, the merged
// file is aligned. Files that the browser plays are checked the same way.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosenCases } from '#tests/campaign-scale.ts';
import { jitteredTimes, type NumberedClipOptions } from '#tests/fixtures/numbered-clip.ts';
import { runFormat } from '#tests/formats/format-case.ts';
import { type FormatsBench, startFormatsBench } from '#tests/formats/formats-bench.ts';

type Codec = NonNullable<NumberedClipOptions['codec']>;
type Container = NonNullable<NumberedClipOptions['container']>;

/**
 * The combinations that ffmpeg 5.1 can write. It cannot write WMV3 and VC-1 (no encoder), ProRes in MP4, VP8, VP9 and AV1
 * in MOV, ProRes and HEVC in WMV, MPEG-4 and H.263 in FLV (refused by the muxers).
 */
const CODECS_IN: Readonly<Record<Container, readonly Codec[]>> = {
  mp4: ['h264', 'h264-10', 'hevc', 'hevc-10', 'av1', 'vp9', 'mpeg4', 'mjpeg'],
  mov: ['h264', 'h264-10', 'hevc', 'hevc-10', 'mpeg4', 'h263', 'wmv1', 'wmv2', 'mjpeg', 'prores'],
  m4v: ['h264', 'hevc', 'mpeg4'],
  '3gp': ['h264', 'mpeg4', 'h263'],
  mkv: [
    ...(['h264', 'h264-10', 'hevc', 'hevc-10', 'av1', 'vp8', 'vp9', 'mpeg4'] as const),
    ...(['h263', 'wmv1', 'wmv2', 'mjpeg', 'prores', 'msmpeg4'] as const),
  ],
  webm: ['vp8', 'vp9', 'av1'],
  avi: [
    ...(['h264', 'h264-10', 'hevc', 'av1', 'vp8', 'vp9', 'mpeg4', 'msmpeg4'] as const),
    ...(['h263', 'wmv1', 'wmv2', 'mjpeg', 'prores'] as const),
  ],
  flv: ['h264', 'flv1'],
  wmv: ['wmv1', 'wmv2', 'msmpeg4', 'mpeg4', 'h264', 'av1', 'vp8', 'vp9', 'h263', 'mjpeg'],
};

const CHROMIUM_CONTAINERS: readonly Container[] = ['mp4', 'mov', 'm4v', '3gp', 'mkv', 'webm'];
const CHROMIUM_CODECS: readonly Codec[] = ['h264', 'h264-10', 'h264-444', 'vp8', 'vp9', 'av1'];

const FRAMES = 48;
const SECONDS = Array.from({ length: FRAMES }, (_, frame) => frame / 30);
/** The time resolution of FLV, Matroska and WMV. */
const MILLISECOND = 0.001;

const FORMATS = Object.entries(CODECS_IN).flatMap(([container, codecs]) =>
  codecs.map((codec) => [`${codec} in ${container}`, container as Container, codec] as const),
);

const PORTRAIT = { widthPx: 120, heightPx: 160 } as const;
const JITTERED = jitteredTimes(FRAMES, 30, 0.8);
/** ffmpeg's AVI muxer skips one frame's time when there is an MP3 track. */
const AFTER_A_GAP = SECONDS.map((time, frame) => (frame === 0 ? 0 : time + 1 / 30));
const LATE = SECONDS.map((time) => time + 0.4);

const SHAPES: readonly (readonly [string, NumberedClipOptions, readonly number[]])[] = [
  [
    'HEVC in HLG, turned',
    { container: 'mov', codec: 'hevc', hdr: 'hlg', ...PORTRAIT, orientation: 'turned-90' },
    SECONDS,
  ],
  ['HEVC in PQ', { codec: 'hevc', hdr: 'pq' }, SECONDS],
  ['H.264 in HLG', { codec: 'h264', hdr: 'hlg' }, SECONDS],
  ['HEVC turned by 90 degrees', { codec: 'hevc', ...PORTRAIT, orientation: 'turned-90' }, SECONDS],
  ['HEVC upside down', { codec: 'hevc', orientation: 'turned-180' }, SECONDS],
  ['HEVC turned by 270 degrees', { codec: 'hevc', ...PORTRAIT, orientation: 'turned-270' }, SECONDS],
  ['HEVC mirrored', { codec: 'hevc', orientation: 'mirrored' }, SECONDS],
  ['HEVC mirrored and turned', { codec: 'hevc', ...PORTRAIT, orientation: 'mirrored-turned-90' }, SECONDS],
  ['H.264 mirrored and turned', { ...PORTRAIT, orientation: 'mirrored-turned-270' }, SECONDS],
  ['H.264 turned by 90 degrees', { ...PORTRAIT, orientation: 'turned-90' }, SECONDS],
  ['wide pixels', { codec: 'mpeg4', container: 'avi', pixelAspect: [2, 1] }, SECONDS],
  ['high pixels', { pixelAspect: [3, 4] }, SECONDS],
  ['interlaced', { interlaced: true, heightPx: 128 }, SECONDS],
  ['odd sizes', { codec: 'h264-444', widthPx: 161, heightPx: 119 }, SECONDS],
  ['an edit list', { frames: FRAMES + 11, leadingFramesCut: 11 }, SECONDS],
  [
    'an edit list in HEVC with sound',
    { codec: 'hevc', frames: FRAMES + 13, leadingFramesCut: 13, audio: 'aac' },
    SECONDS,
  ],
  ['a late first frame', { firstFrameAt: 0.4 }, LATE],
  ['a late first frame in HEVC with sound', { codec: 'hevc', firstFrameAt: 0.4, audio: 'aac' }, LATE],
  ['a late first frame in Matroska', { container: 'mkv', codec: 'hevc', firstFrameAt: 0.4 }, LATE],
  ['a variable rate', { frameTimes: JITTERED }, JITTERED],
  ['a variable rate in HEVC', { codec: 'hevc', frameTimes: JITTERED }, JITTERED],
  ['fragments', { fragmented: true }, SECONDS],
  ['fragments of HEVC with sound', { codec: 'hevc', fragmented: true, audio: 'aac' }, SECONDS],
  ['several tracks', { moreTracks: true, audio: 'aac' }, SECONDS],
  ['several tracks in HEVC', { codec: 'hevc', container: 'mov', moreTracks: true, audio: 'aac' }, SECONDS],
  ['AVI with sound', { codec: 'mpeg4', container: 'avi', audio: 'mp3' }, AFTER_A_GAP],
  ['WMV with sound', { codec: 'wmv2', container: 'wmv', audio: 'wmav2' }, SECONDS],
  ['FLV with B-frames and sound', { container: 'flv', bFrames: 2, audio: 'aac' }, SECONDS],
  ['one key frame, many B-frames', { codec: 'h264', container: 'mkv', gop: 999, bFrames: 3, audio: 'opus' }, SECONDS],
];

const SOME_FORMATS = chosenCases(FORMATS, ['hevc-10 in mov']);
const SOME_SHAPES = chosenCases(SHAPES, ['HEVC in HLG, turned', 'a variable rate']);

let bench: FormatsBench;

beforeAll(async () => {
  bench = await startFormatsBench();
});

afterAll(async () => {
  await bench.stop();
});

describe.concurrent('every codec in every container is shown, marked and merged frame by frame', () => {
  it.each(SOME_FORMATS)('%s', async (_title, container, codec) => {
    const size = codec === 'h263' || codec === 'flv1' ? { widthPx: 176, heightPx: 144 } : {};
    const make = { container, codec, ...size, frames: FRAMES, gop: 12 };
    const outcome = await runFormat(bench, {
      make,
      times: SECONDS,
      rounding: MILLISECOND,
      isShifted: isLate(container, codec),
    });
    const isShown = CHROMIUM_CONTAINERS.includes(container) && CHROMIUM_CODECS.includes(codec);
    expect(outcome.wrong.join('\n')).toBe('');
    expect(outcome.verdict).toBe(isShown ? 'shows' : 'cannot-show');
  });
});

describe.concurrent('every shape of video is shown, marked and merged frame by frame', () => {
  it.each(SOME_SHAPES)('%s', async (_title, make, times) => {
    const outcome = await runFormat(bench, {
      make: { frames: FRAMES, ...make },
      times,
      rounding: MILLISECOND,
      isShifted: make.fragmented === true || (make.audio !== undefined && (make.container ?? 'mp4') !== 'mp4'),
    });
    const isShown = CHROMIUM_CODECS.includes(make.codec ?? 'h264') && !['avi', 'flv'].includes(make.container ?? 'mp4');
    expect(outcome.wrong.join('\n')).toBe('');
    expect(outcome.verdict).toBe(isShown ? 'shows' : 'cannot-show');
  });
});

/** AVI has no presentation times: a codec with B-frames starts late by its decoder delay. */
function isLate(container: Container, codec: Codec): boolean {
  return container === 'avi' && codec === 'hevc';
}
