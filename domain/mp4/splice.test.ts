import { describe, expect, it } from 'vitest';
import { encodedFrames, isHighRecord, isWholeFrame } from './encoded-frames.ts';
import { canBeSpliced, splicedVideo } from './splice.ts';
import { mergedVideoFacts } from './video-track.ts';

const RECORD = [1, 100, 0, 42, 0xff, 0xe1, 0, 2, 0x67, 1, 1, 0, 1, 0x68, 0xfd, 0xf8, 0xf8, 0];

function bytesOf(...parts: (string | number[] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : [...part])));
}

function uint32s(...numbers: number[]): Uint8Array {
  return bytesOf(...numbers.map((number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255)));
}

function box(type: string, ...content: Uint8Array[]): Uint8Array {
  const body = bytesOf(...content);
  return bytesOf(uint32s(body.length + 8), type, body);
}

interface Shape {
  sizes: number[];
  keys: number[];
  /** The frames of each chunk, and where it begins. */
  chunks: { frames: number; at: number }[];
  record?: number[];
  hasLongOffsets?: boolean;
  extra?: Uint8Array[];
}

function headerOf({ sizes, keys, chunks, record = RECORD, hasLongOffsets = false, extra = [] }: Shape) {
  const entry = box('avc1', new Uint8Array(78).fill(2, 24, 28), box('avcC', Uint8Array.from(record)));
  const offsets = hasLongOffsets
    ? box('co64', uint32s(0, chunks.length, ...chunks.flatMap(({ at }) => [0, at])))
    : box('stco', uint32s(0, chunks.length, ...chunks.map(({ at }) => at)));
  const tables = [
    box('stsd', uint32s(0, 1), entry),
    box('stts', uint32s(0, 1, sizes.length, 4000)),
    box('stss', uint32s(0, keys.length, ...keys.map((key) => key + 1))),
    box('stsc', uint32s(0, chunks.length, ...chunks.flatMap(({ frames }, index) => [index + 1, frames, 1]))),
    box('stsz', uint32s(0, 0, sizes.length, ...sizes)),
    offsets,
    ...extra,
  ];
  const handler = box('hdlr', new Uint8Array(8), Buffer.from('vide'), new Uint8Array(12));
  const mdhd = box('mdhd', uint32s(0, 0, 0, 120_000, 4000 * sizes.length, 0));
  const media = box('mdia', mdhd, handler, box('minf', box('stbl', ...tables)));
  const moov = box('moov', box('mvhd', uint32s(0, 0, 0, 1000, 0)), box('trak', media));
  const before = box('ftyp', Buffer.from('isom'));
  return { before, moov, endsAt: before.length + moov.length };
}

const BASE: Shape = {
  sizes: [9, 1, 2, 8, 3, 4],
  keys: [0, 3],
  chunks: [
    { frames: 4, at: 1000 },
    { frames: 2, at: 2000 },
  ],
};
const PATCH: Shape = { sizes: [7, 5, 6], keys: [0], chunks: [{ frames: 3, at: 500 }] };

describe('the encoded frames of a file', () => {
  it.each([false, true])('lie one after the other in each chunk (offsets of 64 bits: %s)', (hasLongOffsets) => {
    const frames = encodedFrames(headerOf({ ...BASE, hasLongOffsets }).moov);
    expect(frames.map(({ offset }) => offset)).toEqual([1000, 1009, 1010, 1012, 2000, 2003]);
    expect(frames.map(({ bytes }) => bytes)).toEqual(BASE.sizes);
    expect(frames.flatMap(({ isKey }, frame) => (isKey ? frame : []))).toEqual([0, 3]);
  });

  it('are refused when the chunks hold another number of frames', () => {
    const moov = headerOf({ ...BASE, chunks: [{ frames: 4, at: 1000 }] }).moov;
    expect(() => encodedFrames(moov)).toThrow('Chunks of 4 frames instead of 6');
  });
});

describe('a video of which some frames are replaced', () => {
  it('has the bytes of both files in order, under a header that says where they are', () => {
    const spliced = splicedVideo(headerOf(BASE), headerOf(PATCH), [{ from: 3, to: 6 }]);
    expect(spliced?.ranges).toEqual([
      { file: 'base', from: 1000, to: 1012 },
      { file: 'patch', from: 500, to: 518 },
    ]);
    const head = spliced?.head ?? new Uint8Array();
    const moov = head.subarray(12, head.length - 8);
    expect(mergedVideoFacts(moov)).toMatchObject({ frameCount: 6, frameRate: { numerator: 30, denominator: 1 } });
    const frames = encodedFrames(moov);
    expect(frames.map(({ bytes }) => bytes)).toEqual([9, 1, 2, 7, 5, 6]);
    expect(frames[0]?.offset).toBe(head.length);
    expect(frames.at(-1)?.offset).toBe(head.length + 9 + 1 + 2 + 7 + 5);
    expect(frames.flatMap(({ isKey }, frame) => (isKey ? frame : []))).toEqual([0, 3]);
    expect(head.subarray(-8)).toEqual(bytesOf(uint32s(8 + 30), 'mdat'));
  });

  it('is not made of files with different parameters, or with tables that would be lost', () => {
    const other = RECORD.with(3, 41);
    const spans = [{ from: 3, to: 6 }];
    expect(splicedVideo(headerOf(BASE), headerOf({ ...PATCH, record: other }), spans)).toBeNull();
    const reordered = headerOf({ ...BASE, extra: [box('ctts', uint32s(0, 1, 6, 0))] });
    expect(canBeSpliced(reordered)).toBe(false);
    expect(splicedVideo(reordered, headerOf(PATCH), spans)).toBeNull();
  });

  it.each([
    ['begins between key frames', { from: 2, to: 5 }, 'not bounded by key frames'],
    ['ends between key frames', { from: 0, to: 2 }, 'not bounded by key frames'],
    ['has fewer frames than the other file', { from: 3, to: 3 }, 'not bounded by key frames'],
  ])('is refused when a span %s', (_, span, why) => {
    expect(() => splicedVideo(headerOf(BASE), headerOf(PATCH), [span])).toThrow(why);
  });

  it('is refused when frames are left over', () => {
    const patch = headerOf({ sizes: [7, 5, 6, 2], keys: [0], chunks: [{ frames: 4, at: 500 }] });
    expect(() => splicedVideo(headerOf(BASE), patch, [{ from: 3, to: 6 }])).toThrow('4 frames to insert instead of 3');
  });
});

describe('the bytes of a frame', () => {
  const unit = (type: number, length = 3) => bytesOf(uint32s(length), [type, ...Array(length - 1).fill(9)]);

  it.each([
    ['a key frame behind its information', bytesOf(unit(6), unit(5)), true, true],
    ['another frame', unit(1), false, true],
    ['another frame in place of a key frame', unit(1), true, false],
    ['a key frame in place of another', unit(5), false, false],
    ['a frame that is cut off', unit(1, 20).subarray(0, 15), false, false],
    ['zeros', new Uint8Array(20), false, false],
    ['information without a picture', unit(6), true, false],
    ['nothing', new Uint8Array(), false, false],
  ])('are %s', (_, bytes, isKey, isWhole) => {
    expect(isWholeFrame(bytes, isKey)).toBe(isWhole);
  });

  it.each([
    ['8-bit 4:2:0 in the High profile', RECORD, true],
    ['4:2:2', RECORD.with(-4, 0xfe), false],
    ['10 bits', RECORD.with(-3, 0xfa), false],
    ['the Baseline profile', RECORD.with(1, 66), false],
    ['lengths of two bytes', RECORD.with(4, 0xfd), false],
  ])('follow a record of %s', (_, record, isHigh) => {
    expect(isHighRecord(Uint8Array.from(record))).toBe(isHigh);
  });
});
