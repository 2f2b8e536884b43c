// Adds chapters to an MP4 that our writer made. mediabunny 1.61 writes none.

import type { LessonChapter } from '#domain/lesson/lesson.ts';
import { readHeader } from '#domain/mp4/header.ts';
import { boxesIn, Mp4Error, onlyBox, uint32In, viewOf } from '#domain/mp4/strict-boxes.ts';
import { type Mp4Box, mp4BoxByPath, mp4BoxesIn } from '#domain/video/mp4-boxes.ts';

/** Maximum number of chapters in a `chpl` box: their number is one byte. */
export const MAX_VIDEO_CHAPTERS = 255;

/** Maximum size of a title: its length is one byte. */
const MAX_TITLE_BYTES = 255;
/** A `chpl` box counts time in units of 100 ns. */
const TICKS_PER_SECOND = 10_000_000;
const BOX_HEADER_BYTES = 8;
/** Version and flags, four unused bytes and the number of chapters. */
const LIST_HEADER_BYTES = 9;

/**
 * A file with chapters, whose times are in seconds from its start, in a `chpl` box as Nero defined it: ffmpeg, VLC and mpv read it, Apple's players do
 * not. The same file without chapters. Takes the first {@link MAX_VIDEO_CHAPTERS}; long titles are cut. Reads only the header. Rejects
 * with an `Mp4Error` unless the header precedes the media data and has no user data yet.
 */
export async function withChapters(file: Blob, chapters: readonly LessonChapter[]): Promise<Blob> {
  if (chapters.length === 0) return file;
  const header = await readHeader(
    file.size,
    async (from, end) => new Uint8Array(await file.slice(from, end).arrayBuffer()),
  );
  if (!header) throw new Mp4Error('The file is gone');
  const { before, moov, endsAt } = header;
  return new Blob([before, headerWith(moov, chapters), file.slice(endsAt)], { type: file.type });
}

/** The `moov` box with chapters. The media data begins later by what it has grown. */
function headerWith(file: Uint8Array<ArrayBuffer>, chapters: readonly LessonChapter[]): Uint8Array<ArrayBuffer> {
  const boxes = boxesIn(file, 0, file.length);
  const moov = onlyBox(boxes, 'moov');
  const children = boxesIn(file, moov.content, moov.to);
  if (children.some(({ type }) => type === 'udta')) throw new Mp4Error('The file has user data already');
  const added = boxOf('udta', boxOf('chpl', chapterList(chapters.slice(0, MAX_VIDEO_CHAPTERS))));
  const changed = new Uint8Array(file.length + added.length);
  changed.set(file);
  changed.set(added, moov.to);
  const view = viewOf(changed);
  view.setUint32(moov.from, moov.to - moov.from + added.length);
  for (const trak of children.filter(({ type }) => type === 'trak')) {
    moveChunks(changed, trak, added.length);
  }
  return changed;
}

/** Adds to every chunk's offset in a track: the media data has moved. */
function moveChunks(file: Uint8Array, trak: Mp4Box, byBytes: number): void {
  const view = viewOf(file);
  const stbl = mp4BoxByPath(view, trak, ['mdia', 'minf', 'stbl']);
  if (!stbl) throw new Mp4Error('A track has no table of samples');
  const tables = mp4BoxesIn(view, stbl.content, stbl.to);
  const isLong = tables.some(({ type }) => type === 'co64');
  const offsets = onlyBox(tables, isLong ? 'co64' : 'stco');
  const entryBytes = isLong ? 8 : 4;
  const first = offsets.content + 8;
  const count = uint32In(file, offsets, 4);
  if (first + count * entryBytes > offsets.to) throw new Mp4Error('The table of chunks is too short');
  for (let at = first; at < first + count * entryBytes; at += entryBytes) {
    if (isLong) view.setBigUint64(at, view.getBigUint64(at) + BigInt(byBytes));
    else view.setUint32(at, view.getUint32(at) + byBytes);
  }
}

function chapterList(chapters: readonly LessonChapter[]): Uint8Array {
  const titles = chapters.map(({ title }) => cutTitle(title));
  const bytes = new Uint8Array(titles.reduce((sum, title) => sum + 9 + title.length, LIST_HEADER_BYTES));
  const view = viewOf(bytes);
  // Version 1.
  view.setUint8(0, 1);
  view.setUint8(LIST_HEADER_BYTES - 1, chapters.length);
  let at = LIST_HEADER_BYTES;
  for (const [index, { time }] of chapters.entries()) {
    const title = titles[index] ?? new Uint8Array();
    view.setBigUint64(at, BigInt(Math.round(time * TICKS_PER_SECOND)));
    view.setUint8(at + 8, title.length);
    bytes.set(title, at + 9);
    at += 9 + title.length;
  }
  return bytes;
}

/** A title in UTF-8, with whole characters. */
function cutTitle(title: string): Uint8Array {
  const bytes = new Uint8Array(MAX_TITLE_BYTES);
  return bytes.subarray(0, new TextEncoder().encodeInto(title, bytes).written);
}

function boxOf(type: string, content: Uint8Array): Uint8Array {
  const box = new Uint8Array(BOX_HEADER_BYTES + content.length);
  viewOf(box).setUint32(0, box.length);
  new TextEncoder().encodeInto(type, box.subarray(4));
  box.set(content, BOX_HEADER_BYTES);
  return box;
}
