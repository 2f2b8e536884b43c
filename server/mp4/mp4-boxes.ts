// Walks over the boxes of an MP4 (ISO/IEC 14496-12 §4.2) in memory. For the headers of files that we made ourselves:
// whatever is not as we write it is an error. Knows only boxes, not what they are for.

/** A file is not of the kind that we make: what is in the way. For the log. */
export class Mp4Error extends Error {
  override readonly name = 'Mp4Error';
}

/** One box: where it begins, where its content begins and where it ends, in bytes. */
export interface Box {
  readonly type: string;
  readonly from: number;
  readonly content: number;
  readonly to: number;
}

/** The most bytes that the header of a box has. */
export const BOX_HEADER_BYTES = 16;

/** The boxes that follow one another in a range of bytes. Throws an `Mp4Error` where one does not fit in it. */
export function boxesIn(bytes: Uint8Array, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    const { type, sizeBytes, headerBytes } = readBoxHeader(bytes.subarray(at, to));
    if (sizeBytes < headerBytes || at + sizeBytes > to) throw new Mp4Error(`The box ${type} does not fit where it is`);
    boxes.push({ type, from: at, content: at + headerBytes, to: at + sizeBytes });
    at += sizeBytes;
  }
  return boxes;
}

/** Reads the header of the box that begins with these bytes. Throws an `Mp4Error` when they are too few. */
export function readBoxHeader(bytes: Uint8Array): { type: string; sizeBytes: number; headerBytes: number } {
  const view = viewOf(bytes);
  // A size of 1 says that the real one follows in eight bytes.
  const isLong = bytes.length >= 8 && view.getUint32(0) === 1;
  const headerBytes = isLong ? 16 : 8;
  if (bytes.length < headerBytes) throw new Mp4Error('The file ends inside a box');
  const sizeBytes = isLong ? Number(view.getBigUint64(8)) : view.getUint32(0);
  return { type: typeAt(bytes, 4), sizeBytes, headerBytes };
}

/** The one box of a type in a list. Throws an `Mp4Error` when there is none, or more than one. */
export function onlyBox(boxes: readonly Box[], type: string): Box {
  const [first, ...more] = boxes.filter((box) => box.type === type);
  if (!first || more.length > 0) throw new Mp4Error(`There are ${first ? more.length + 1 : 0} boxes ${type}`);
  return first;
}

/** The number of four bytes at a place in a box's content. Throws an `Mp4Error` when the box is shorter. */
export function uint32In(bytes: Uint8Array, box: Box, offset: number): number {
  if (box.content + offset + 4 > box.to) throw new Mp4Error(`The box ${box.type} is too short`);
  return viewOf(bytes).getUint32(box.content + offset);
}

/** The four letters at a place. */
export function typeAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

/** The same bytes as numbers. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
