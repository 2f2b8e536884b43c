// The chapters of an MP4, as user data for mediabunny 1.61, which writes none by itself.
import type { MetadataTags } from 'mediabunny';
import type { LessonChapter } from '#domain/lesson/lesson.ts';
import { viewOf } from '#domain/mp4/video-track.ts';

/** Maximum number of chapters in a `chpl` box: their number is one byte. */
export const MAX_VIDEO_CHAPTERS = 255;

/** Maximum size of a title: its length is one byte. */
const MAX_TITLE_BYTES = 255;
/** A `chpl` box counts time in units of 100 ns. */
const TICKS_PER_SECOND = 10_000_000;
/** Version and flags, four unused bytes and the number of chapters. */
const LIST_HEADER_BYTES = 9;

/**
 * Chapters, whose times are in seconds from the start, in a `chpl` box as Nero defined it: ffmpeg, VLC and mpv read it, Apple's
 * players do not. Takes the first {@link MAX_VIDEO_CHAPTERS}; long titles are cut. For files of the format `udta`.
 */
export function chapterTags(chapters: readonly LessonChapter[]): MetadataTags {
  return chapters.length > 0 ? { raw: { chpl: chapterList(chapters.slice(0, MAX_VIDEO_CHAPTERS)) } } : {};
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
