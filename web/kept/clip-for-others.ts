// The one way out for a clip that goes to another person: the film with its frame times, and nothing that tells where, when and
// with what it was filmed. No sound, no other tracks. Nothing is encoded again.
import { SKIPPED_BOX } from '#domain/mp4/plain-header.ts';
import { letters } from '#domain/mp4/video-track.ts';
import { type ByteRange, headerWithoutOrigin } from '#domain/mp4/without-origin.ts';
import { MAX_BOX_HEADER_BYTES, type Mp4Box, mp4BoxAt } from '#domain/video/mp4-boxes.ts';
import { plainFile } from '#web/clip/plain-file.ts';
import { readClip } from '#web/player/engine/frame-table.ts';
import { copiedClip, SAME_TIME } from './trimmed-clip.ts';

/** The clip for another person, with the same frames at the same times. Rejects where that cannot be made. */
export async function clipForOthers(clip: Blob): Promise<Blob> {
  const file = await plainFile(new File([clip], '', { type: clip.type }));
  const wanted = (await readClip(file)).clip?.frameTimes;
  if (!wanted) throw new Error('The clip cannot be read');
  for (const make of [overwritten, copiedAndOverwritten, copiedClip]) {
    const made = await make(file).catch(() => null);
    const times = made && (await readClip(made)).clip?.frameTimes;
    const isSame = times?.every((time, frame) => Math.abs(time - (wanted[frame] ?? Number.NaN)) < SAME_TIME);
    if (made && isSame && times?.length === wanted.length) return made;
  }
  throw new Error('The clip cannot be written without its origin');
}

/** For a fragmented file. The copy has today's date. */
async function copiedAndOverwritten(file: Blob): Promise<Blob | null> {
  const copy = await copiedClip(file);
  return copy && overwritten(copy);
}

/** The boxes that stay as they are. */
const KEPT: readonly string[] = ['ftyp', 'wide'];

/** An MP4 or QuickTime file in which everything but the film is overwritten. Rejects for other files. */
async function overwritten(file: Blob): Promise<Blob> {
  const boxes = await topLevelBoxes(file);
  const header = boxes.find(({ type }) => type === 'moov');
  if (!header) throw new Error('The file has no header');
  const { moov, frames } = headerWithoutOrigin(new Uint8Array(await file.slice(header.from, header.to).arrayBuffer()));
  const parts = boxes.flatMap((box): BlobPart[] => {
    if (box === header) return [moov];
    if (KEPT.includes(box.type)) return [file.slice(box.from, box.to)];
    const head = file.slice(box.from, box.content);
    return box.type === 'mdat' ? [head, ...onlyFrames(file, box, frames)] : skipped(file, box);
  });
  return new Blob(parts, { type: file.type });
}

/** The boxes of a file. What follows the last whole one, such as a camera's own list, is left out. */
async function topLevelBoxes(file: Blob): Promise<Mp4Box[]> {
  const boxes: Mp4Box[] = [];
  for (let at = 0; at < file.size; ) {
    const head = new DataView(await file.slice(at, at + MAX_BOX_HEADER_BYTES).arrayBuffer());
    const box = mp4BoxAt(head, 0, file.size - at);
    if (!box || at + box.to > file.size) break;
    boxes.push({ type: box.type, from: at, content: at + box.content, to: at + box.to });
    at += box.to;
  }
  return boxes;
}

/** The content of the media data with zeros in place of everything but the frames. */
function onlyFrames(file: Blob, { content, to }: Mp4Box, frames: readonly ByteRange[]): BlobPart[] {
  const parts: BlobPart[] = [];
  let at = content;
  for (const frame of frames) {
    if (frame.from < content || frame.to > to) continue;
    parts.push(new Uint8Array(frame.from - at), file.slice(frame.from, frame.to));
    at = frame.to;
  }
  return [...parts, new Uint8Array(to - at)];
}

function skipped(file: Blob, { from, content, to }: Mp4Box): BlobPart[] {
  return [
    file.slice(from, from + 4),
    letters(SKIPPED_BOX),
    file.slice(from + 8, content),
    new Uint8Array(to - content),
  ];
}
