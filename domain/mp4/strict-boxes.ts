// Strict access to the boxes of files that we wrote, where any deviation is an error; and new boxes.
import { type Mp4Box, mp4BoxesIn } from '#domain/video/mp4-boxes.ts';

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

/** The one box of a type in a list. Throws an `Mp4Error` when there is none, or more than one. */
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
export function letters(type: string): Uint8Array {
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
