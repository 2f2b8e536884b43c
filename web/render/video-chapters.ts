// Adds chapters to an MP4. mediabunny 1.61 writes none.

import type { LessonChapter } from '#domain/lesson/lesson.ts';
import { mp4BoxOf, viewOf } from '#domain/mp4/strict-boxes.ts';
import { withUserData } from './video-header.ts';

/** Maximum number of chapters in a `chpl` box: their number is one byte. */
export const MAX_VIDEO_CHAPTERS = 255;

/** Maximum size of a title: its length is one byte. */
const MAX_TITLE_BYTES = 255;
/** A `chpl` box counts time in units of 100 ns. */
const TICKS_PER_SECOND = 10_000_000;
/** Version and flags, four unused bytes and the number of chapters. */
const LIST_HEADER_BYTES = 9;

/**
 * A file with chapters, whose times are in seconds from its start, in a `chpl` box as Nero defined it: ffmpeg, VLC and mpv read it, Apple's players do
 * not. The same file without chapters. Takes the first {@link MAX_VIDEO_CHAPTERS}; long titles are cut. Reads only the header. Rejects
 * with an `Mp4Error` unless the header precedes the media data and has no user data yet.
 */
export async function withChapters(file: Blob, chapters: readonly LessonChapter[]): Promise<Blob> {
  if (chapters.length === 0) return file;
  return withUserData(file, mp4BoxOf('chpl', chapterList(chapters.slice(0, MAX_VIDEO_CHAPTERS))));
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
