// An MP4 or QuickTime file without what it tells about its origin: place, device, dates, sound and other tracks, and whatever
// else is not the film. Bytes are overwritten, none moves: frames keep their times and their places.
import { type Mp4Box, mp4BoxByPath, mp4BoxesIn } from '#domain/video/mp4-boxes.ts';
import { framesOfTrack } from './encoded-frames.ts';
import { filmTrackIn, SKIPPED_BOX } from './plain-header.ts';
import { letters, Mp4Error, viewOf } from './video-track.ts';

/** Bytes of a file; `to` is exclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The boxes of a `moov` box and of a track that players need. All others are overwritten. */
const NEEDED: readonly string[] = ['mvhd', 'tkhd', 'tapt', 'edts', 'mdia'];

/**
 * A copy of a whole `moov` box with nothing but the film, without dates and names, and the bytes of the film's frames in the
 * file, ascending and apart. Throws an `Mp4Error` for fragmented files and for tables in other forms.
 */
export function headerWithoutOrigin(moov: Uint8Array): {
  readonly moov: Uint8Array<ArrayBuffer>;
  readonly frames: readonly ByteRange[];
} {
  const film = filmTrackIn(moov);
  if (!film || film.sampleCount === 0) throw new Mp4Error('The header lists no frames');
  const changed = Uint8Array.from(moov);
  const view = viewOf(moov);
  const [movie] = mp4BoxesIn(view, 0, moov.length);
  for (const box of movie ? mp4BoxesIn(view, movie.content, movie.to) : []) {
    if (box.from !== film.box.from && !NEEDED.includes(box.type)) overwrite(changed, box);
    if (box.type === 'mvhd') clearDates(changed, box);
  }
  for (const box of mp4BoxesIn(view, film.box.content, film.box.to)) {
    if (!NEEDED.includes(box.type)) overwrite(changed, box);
    if (box.type === 'tkhd') clearDates(changed, box);
  }
  const mdhd = mp4BoxByPath(view, film.box, ['mdia', 'mdhd']);
  if (mdhd) clearDates(changed, mdhd);
  const hdlr = mp4BoxByPath(view, film.box, ['mdia', 'hdlr']);
  // The name of the handler follows version, flags, two types and three reserved words. Phones write their maker into it.
  if (hdlr) changed.fill(0, hdlr.content + 24, hdlr.to);
  return { moov: changed, frames: joined(framesOfTrack(moov, film.stbl)) };
}

/** Makes a box one that readers skip, with nothing in it. */
function overwrite(bytes: Uint8Array, { from, content, to }: Mp4Box): void {
  bytes.set(letters(SKIPPED_BOX), from + 4);
  bytes.fill(0, content, to);
}

/** Clears the dates of creation and change, which follow version and flags: 4 bytes each, in version 1 twice as many. */
function clearDates(bytes: Uint8Array, { content }: Mp4Box): void {
  bytes.fill(0, content + 4, content + 4 + (bytes[content] === 1 ? 16 : 8));
}

function joined(frames: readonly { readonly offset: number; readonly bytes: number }[]): readonly ByteRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (const { offset, bytes } of frames.toSorted((a, b) => a.offset - b.offset)) {
    const last = ranges.at(-1);
    if (last && offset <= last.to) last.to = Math.max(last.to, offset + bytes);
    else ranges.push({ from: offset, to: offset + bytes });
  }
  return ranges;
}
