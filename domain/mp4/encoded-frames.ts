// Where the encoded frames of a merged video are in its file, and whether their bytes are what an H.264 decoder expects.
// Pure; without decoding. Refuses files in other forms than we write.
import { type Mp4Box, mp4BoxesIn } from '#domain/video/mp4-boxes.ts';
import { boxesIn, Mp4Error, onlyBox, uint32In, videoTrackIn, viewOf } from './video-track.ts';

/** Where a frame's encoded bytes are in its file. */
export interface FramePlace {
  /** Where they begin in the file. */
  readonly offset: number;
  readonly bytes: number;
  /** Whether it decodes without other frames. */
  readonly isKey: boolean;
}

/** The frames of a whole `moov` box, in their order. Throws an `Mp4Error` when a table is missing or contradicts another. */
export function encodedFrames(moov: Uint8Array): readonly FramePlace[] {
  return framesOfTrack(moov, videoTrackIn(moov).stbl);
}

/** The frames of the track with this table of samples (`stbl`), in their order. Throws as {@link encodedFrames} does. */
export function framesOfTrack(moov: Uint8Array, stbl: Mp4Box): readonly FramePlace[] {
  const tables = boxesIn(moov, stbl.content, stbl.to);
  const sizes = sizesIn(moov, onlyBox(tables, 'stsz'));
  const offsets = offsetsIn(moov, tables, sizes);
  const stss = tables.find(({ type }) => type === 'stss');
  // Without this table every frame is a key frame; it counts from 1.
  const keys = stss && new Set(entriesOf(moov, stss, 1).map(([sample = 0]) => sample - 1));
  return sizes.map((bytes, frame) => ({ bytes, offset: offsets[frame] ?? 0, isKey: keys?.has(frame) ?? true }));
}

/** The frames that decode without others, counted from 0, ascending. Throws an `Mp4Error` as {@link encodedFrames} does. */
export function keyFramesIn(moov: Uint8Array): readonly number[] {
  return encodedFrames(moov).flatMap(({ isKey }, frame) => (isKey ? frame : []));
}

function sizesIn(moov: Uint8Array, stsz: Mp4Box): number[] {
  const all = uint32In(moov, stsz, 4);
  const count = uint32In(moov, stsz, 8);
  if (all === 0 && 12 + count * 4 > stsz.to - stsz.content) throw new Mp4Error('The box stsz is too short');
  return Array.from({ length: count }, (_, frame) => all || uint32In(moov, stsz, 12 + frame * 4));
}

/** Where each frame begins: chunks hold several, one after the other. */
function offsetsIn(moov: Uint8Array, tables: readonly Mp4Box[], sizes: readonly number[]): number[] {
  const long = tables.find(({ type }) => type === 'co64');
  const chunks = long
    ? entriesOf(moov, long, 2).map(([high = 0, low = 0]) => high * 2 ** 32 + low)
    : entriesOf(moov, onlyBox(tables, 'stco'), 1).map(([offset = 0]) => offset);
  // Runs of chunks with equally many frames: the first chunk, counted from 1, and the frames in each.
  const runs = entriesOf(moov, onlyBox(tables, 'stsc'), 3);
  const offsets: number[] = [];
  let run = 0;
  for (const [chunk, start] of chunks.entries()) {
    while ((runs[run + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= chunk + 1) run += 1;
    let at = start;
    for (let inChunk = 0; inChunk < (runs[run]?.[1] ?? 0) && offsets.length < sizes.length; inChunk += 1) {
      const bytes = sizes[offsets.length] ?? 0;
      offsets.push(at);
      at += bytes;
    }
  }
  if (offsets.length !== sizes.length)
    throw new Mp4Error(`Chunks of ${offsets.length} frames instead of ${sizes.length}`);
  return offsets;
}

/** The entries of a table of 32-bit numbers, after its version, flags and count. */
function entriesOf(moov: Uint8Array, box: Mp4Box, numbersEach: number): number[][] {
  const count = uint32In(moov, box, 4);
  // Checked before anything of that length is created.
  if (8 + count * numbersEach * 4 > box.to - box.content) throw new Mp4Error(`The box ${box.type} is too short`);
  return Array.from({ length: count }, (_, entry) =>
    Array.from({ length: numbersEach }, (__, at) => uint32In(moov, box, 8 + (entry * numbersEach + at) * 4)),
  );
}

/** A video's sample entry holds 78 bytes before its own boxes (ISO/IEC 14496-12 §12.1.3). */
const SAMPLE_ENTRY_BYTES = 78;

/**
 * The parameters that an H.264 decoder needs before the first frame (ISO/IEC 14496-15 §5.3.3.1). Throws an `Mp4Error` for
 * another codec, or for several sets of parameters.
 */
export function decoderRecord(moov: Uint8Array): Uint8Array {
  const { stbl } = videoTrackIn(moov);
  const stsd = onlyBox(boxesIn(moov, stbl.content, stbl.to), 'stsd');
  const entry = onlyBox(boxesIn(moov, stsd.content + 8, stsd.to), 'avc1');
  const inEntry = mp4BoxesIn(viewOf(moov), entry.content + SAMPLE_ENTRY_BYTES, entry.to);
  const { content, to } = onlyBox(inEntry, 'avcC');
  return moov.subarray(content, to);
}

/** Whether a record describes pictures of 8-bit 4:2:0 in the High profile, with lengths of four bytes before each unit. */
export function isHighRecord(record: Uint8Array): boolean {
  const [version = 0, profile = 0, , , lengths = 0] = record;
  // The record ends with the chroma format, both bit depths above 8, and the number of further parameter sets.
  const [chroma = 0, lumaDepth = 0, chromaDepth = 0] = record.subarray(-4);
  const isEightBit = (lumaDepth & 7) === 0 && (chromaDepth & 7) === 0;
  return version === 1 && profile === 100 && (lengths & 3) === 3 && (chroma & 3) === 1 && isEightBit;
}

/** Types of units (ITU-T H.264 table 7-1). */
const SLICE = 1;
const KEY_SLICE = 5;

/**
 * Whether the bytes of a frame are units of H.264, each behind its length in four bytes, that fill them exactly, and hold
 * the picture of a key frame or of another frame.
 */
export function isWholeFrame(bytes: Uint8Array, isKey: boolean): boolean {
  const view = viewOf(bytes);
  const types = new Set<number>();
  let at = 0;
  while (at + 5 <= bytes.length) {
    types.add(view.getUint8(at + 4) & 0x1f);
    at += 4 + view.getUint32(at);
  }
  return at === bytes.length && types.has(isKey ? KEY_SLICE : SLICE) && !types.has(isKey ? SLICE : KEY_SLICE);
}
