// Replaces some frames of a merged video with frames of another file, without encoding the others again: the same
// bytes under a new table of samples. Both files have to be encoded alike, without frame reordering.
// The `concat` demuxer of ffmpeg would cost a third run of 0.1 CPU seconds, and browsers have none.
import type { Mp4Box } from '#domain/video/mp4-boxes.ts';
import { decoderRecord, encodedFrames, type FramePlace } from './encoded-frames.ts';
import type { Mp4Header } from './header.ts';
import { boxesIn, letters, Mp4Error, mp4BoxOf, videoTrackIn, viewOf } from './video-track.ts';

/** Consecutive frames of a video, counted from 0. */
export interface FrameSpan {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** How many frames are in all spans. */
export function framesIn(spans: readonly FrameSpan[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** A file made of pieces of two others: `head`, then the ranges of bytes in this order. */
export interface SplicedVideo {
  readonly head: Uint8Array<ArrayBuffer>;
  readonly ranges: readonly SplicedRange[];
}

/** Bytes of one of the two files; `to` is exclusive. */
interface SplicedRange {
  readonly file: 'base' | 'patch';
  readonly from: number;
  readonly to: number;
}

/** Whether a file has only tables that splicing keeps or rewrites. Throws an `Mp4Error` when the header is malformed. */
export function canBeSpliced({ moov }: Mp4Header): boolean {
  const { stbl } = videoTrackIn(moov);
  return boxesIn(moov, stbl.content, stbl.to).every(({ type }) => [...KEPT_TABLES, ...NEW_TABLES].includes(type));
}

/** A frame, and the file that holds its bytes. */
interface Sample extends FramePlace {
  readonly file: 'base' | 'patch';
}

/** The tables that are kept as they are: how frames are encoded, and how long each is shown. */
const KEPT_TABLES = ['stsd', 'stts'];
/** The tables that are rewritten. A file with any other table cannot be spliced. */
const NEW_TABLES = ['stss', 'stsc', 'stsz', 'stco', 'co64'];

/**
 * A merged video in which the frames of `spans` (ascending, apart from each other, each from key frame to key frame) come
 * from `patch`, which holds exactly those frames. Null when the two cannot be spliced: they are encoded with different
 * parameters, or have tables that would be lost. Throws an `Mp4Error` when a header is not of the form that we write.
 */
export function splicedVideo(base: Mp4Header, patch: Mp4Header, spans: readonly FrameSpan[]): SplicedVideo | null {
  if (!canBeSpliced(base) || !canBeSpliced(patch)) return null;
  if (!isSameRecord(decoderRecord(base.moov), decoderRecord(patch.moov))) return null;
  const samples: Sample[] = encodedFrames(base.moov).map((frame) => ({ ...frame, file: 'base' }));
  const patches: Sample[] = encodedFrames(patch.moov).map((frame) => ({ ...frame, file: 'patch' }));
  let taken = 0;
  for (const { from, to } of spans) {
    const placed = patches.slice(taken, taken + to - from);
    taken += to - from;
    const isClosed = samples[from]?.isKey && placed[0]?.isKey && (to === samples.length || samples[to]?.isKey);
    if (!isClosed) throw new Mp4Error(`The frames ${from} to ${to} are not bounded by key frames`);
    samples.splice(from, to - from, ...placed);
  }
  if (taken !== patches.length) throw new Mp4Error(`${patches.length} frames to insert instead of ${taken}`);
  return { head: headOf(base, samples), ranges: rangesOf(samples) };
}

function isSameRecord(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

const BOX_HEADER_BYTES = 8;
const MAX_OFFSET = 0xffff_ffff;

/** Everything before the frames: the file type, the header with new tables, and the header of the media data. */
function headOf({ before, moov }: Mp4Header, samples: readonly Sample[]): Uint8Array<ArrayBuffer> {
  const mediaBytes = BOX_HEADER_BYTES + samples.reduce((sum, { bytes }) => sum + bytes, 0);
  // Its length does not depend on the offsets in it.
  const firstOffset = before.length + headerWith(moov, samples, 0).length + BOX_HEADER_BYTES;
  if (firstOffset + mediaBytes > MAX_OFFSET) throw new Mp4Error('The video is too large for 32-bit offsets');
  return concat([before, headerWith(moov, samples, firstOffset), uint32s(mediaBytes), letters('mdat')]);
}

function headerWith(moov: Uint8Array, samples: readonly Sample[], firstOffset: number): Uint8Array {
  const { stbl } = videoTrackIn(moov);
  const kept = boxesIn(moov, stbl.content, stbl.to).filter(({ type }) => KEPT_TABLES.includes(type));
  const keyFrames = samples.flatMap(({ isKey }, frame) => (isKey ? frame + 1 : []));
  let at = firstOffset;
  const offsets = samples.map(({ bytes }) => {
    at += bytes;
    return at - bytes;
  });
  const tables = concat([
    ...kept.map(({ from, to }) => moov.subarray(from, to)),
    fullBox('stss', [keyFrames.length, ...keyFrames]),
    // One sample in each chunk.
    fullBox('stsc', [1, 1, 1, 1]),
    fullBox('stsz', [0, samples.length, ...samples.map(({ bytes }) => bytes)]),
    fullBox('stco', [samples.length, ...offsets]),
  ]);
  const changed = concat([moov.subarray(0, stbl.content), tables, moov.subarray(stbl.to)]);
  // The boxes around the tables grow or shrink with them.
  const view = viewOf(changed);
  for (const { type, from, content, to } of boxesAround(moov, stbl)) {
    if (content - from !== BOX_HEADER_BYTES) throw new Mp4Error(`The box ${type} has a 64-bit size`);
    view.setUint32(from, to - from + changed.length - moov.length);
  }
  return changed;
}

/** A box and the boxes that hold it, outermost first. */
function boxesAround(moov: Uint8Array, inner: Mp4Box): Mp4Box[] {
  const around: Mp4Box[] = [];
  let boxes = boxesIn(moov, 0, moov.length);
  for (;;) {
    const box = boxes.find(({ from, to }) => from <= inner.from && inner.to <= to);
    if (!box) throw new Mp4Error(`The box ${inner.type} is in no other`);
    around.push(box);
    if (box.from === inner.from) return around;
    boxes = boxesIn(moov, box.content, box.to);
  }
}

function rangesOf(samples: readonly Sample[]): SplicedRange[] {
  const ranges: SplicedRange[] = [];
  for (const { file, offset, bytes } of samples) {
    const last = ranges.at(-1);
    if (last?.file === file && last.to === offset) ranges[ranges.length - 1] = { ...last, to: offset + bytes };
    else ranges.push({ file, from: offset, to: offset + bytes });
  }
  return ranges;
}

/** A box with a version and flags of 0 before its numbers. */
function fullBox(type: string, numbers: readonly number[]): Uint8Array {
  return mp4BoxOf(type, uint32s(0, ...numbers));
}

function uint32s(...numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 4);
  for (const [index, number] of numbers.entries()) viewOf(bytes).setUint32(index * 4, number);
  return bytes;
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
