// Strict access to the boxes of files that we wrote, where any deviation is an error; new boxes; and the timescales and tables of
// the one video track of a merged video. Pure; refuses sound, several tracks, fragments and a compressed header.
import { type FrameRate, greatestDivisor } from '#domain/time.ts';
import { fourCharsAt, type Mp4Box, mp4BoxesIn } from '#domain/video/mp4-boxes.ts';

/** Thrown when a file differs from the form that we write. The message is for the log. */
export class Mp4Error extends Error {
  override readonly name = 'Mp4Error';
}

/** The boxes that fill a range of bytes. Throws an `Mp4Error` when one is malformed or does not fit in the range. */
export function boxesIn(bytes: Uint8Array, from: number, to: number): readonly Mp4Box[] {
  const boxes = mp4BoxesIn(viewOf(bytes), from, to);
  const end = boxes.at(-1)?.to ?? from;
  if (end !== to) throw new Mp4Error(`The box at byte ${end} does not fit its parent`);
  return boxes;
}

/** The only box of a type in a list. Throws an `Mp4Error` unless there is exactly one. */
export function onlyBox(boxes: readonly Mp4Box[], type: string): Mp4Box {
  const [first, ...more] = boxes.filter((box) => box.type === type);
  if (!first || more.length > 0) throw new Mp4Error(`Found ${first ? more.length + 1 : 0} boxes ${type} instead of 1`);
  return first;
}

/** The 32-bit number at an offset in a box's content. Throws an `Mp4Error` when the box is shorter. */
export function uint32In(bytes: Uint8Array, box: Mp4Box, offset: number): number {
  if (box.content + offset + 4 > box.to) throw new Mp4Error(`The box ${box.type} is too short`);
  return viewOf(bytes).getUint32(box.content + offset);
}

/** The same bytes as a DataView. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The four ASCII letters of a box's type. */
export function letters(type: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(type, (letter) => letter.charCodeAt(0));
}

/** A box with its header of 8 bytes. */
export function mp4BoxOf(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const box = new Uint8Array(8 + content.length);
  viewOf(box).setUint32(0, box.length);
  box.set(letters(type), 4);
  box.set(content, 8);
  return box;
}

/** The boxes of one video track that are used. */
interface VideoTrack {
  /** The movie's timescale and duration. */
  readonly mvhd: Mp4Box;
  /** The track's timescale and duration. */
  readonly mdhd: Mp4Box;
  /** The tables of its frames. */
  readonly stbl: Mp4Box;
}

/** The facts in the header of a merged video. */
export interface MergedVideoFacts {
  readonly frameCount: number;
  readonly frameRate: FrameRate;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The track of a whole `moov` box. Throws an `Mp4Error` unless it is one video track and nothing else. */
export function videoTrackIn(moov: Uint8Array): VideoTrack {
  const [whole, ...rest] = boxesIn(moov, 0, moov.length);
  if (whole?.type !== 'moov' || rest.length > 0) throw new Mp4Error('This is not one moov box');
  const inMovie = boxesIn(moov, whole.content, whole.to);
  for (const type of ['cmov', 'mvex']) {
    if (inMovie.some((box) => box.type === type)) throw new Mp4Error(`The header holds a box ${type}`);
  }
  const media = inside(moov, onlyBox(inMovie, 'trak'), 'mdia');
  const inMedia = boxesIn(moov, media.content, media.to);
  // The handler type follows the version, flags and a reserved word.
  const kind = fourCharsAt(viewOf(moov), onlyBox(inMedia, 'hdlr').content + 8);
  if (kind !== 'vide') throw new Mp4Error(`The track is of the kind ${kind}`);
  const stbl = inside(moov, onlyBox(inMedia, 'minf'), 'stbl');
  return { mvhd: onlyBox(inMovie, 'mvhd'), mdhd: onlyBox(inMedia, 'mdhd'), stbl };
}

/** The offset of `timescale` in `mvhd` and `mdhd`, by version: after two times of 4 or 8 bytes. */
const CLOCK_OFFSETS = [12, 20] as const;

/** The offset of the timescale in the content of a `mvhd` or `mdhd` box. */
export function clockOffset(moov: Uint8Array, { type, content, to }: Mp4Box): number {
  const offset = CLOCK_OFFSETS[moov[content] ?? -1];
  if (offset === undefined || content + offset + 4 > to) throw new Mp4Error(`The box ${type} is of no known version`);
  return offset;
}

/** Reads the facts of a merged video. Throws an `Mp4Error` when its frames have different durations. */
export function mergedVideoFacts(moov: Uint8Array): MergedVideoFacts {
  const { mdhd, stbl } = videoTrackIn(moov);
  const tables = boxesIn(moov, stbl.content, stbl.to);
  const times = onlyBox(tables, 'stts');
  // A list of runs: the number of frames, and the ticks of each.
  if (uint32In(moov, times, 4) !== 1) throw new Mp4Error('The frames have different durations');
  const frameCount = uint32In(moov, times, 8);
  const ticks = uint32In(moov, times, 12);
  const clock = uint32In(moov, mdhd, clockOffset(moov, mdhd));
  if (frameCount < 1 || ticks < 1 || clock < 1) throw new Mp4Error('The header names no frames');
  const divisor = greatestDivisor(clock, ticks);
  return {
    frameCount,
    frameRate: { numerator: clock / divisor, denominator: ticks / divisor },
    ...pictureSize(moov, onlyBox(tables, 'stsd')),
  };
}

/** The first sample entry follows the version, flags and a count; its width and height are at 32 and 34. */
const WIDTH_OFFSET = 8 + 32;

function pictureSize(moov: Uint8Array, stsd: Mp4Box): { widthPx: number; heightPx: number } {
  const both = uint32In(moov, stsd, WIDTH_OFFSET);
  const at = stsd.content + WIDTH_OFFSET;
  if (both === 0) throw new Mp4Error('The header names no size');
  return { widthPx: viewOf(moov).getUint16(at), heightPx: viewOf(moov).getUint16(at + 2) };
}

function inside(bytes: Uint8Array, box: Mp4Box, type: string): Mp4Box {
  return onlyBox(boxesIn(bytes, box.content, box.to), type);
}
