// A stored merged video at another speed, as a stream: a header with other timescales before the same media data.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Mp4Header, readHeader, retimeHeader } from '#domain/mp4/header.ts';
import { Mp4Error } from '#domain/mp4/video-track.ts';
import type { DownloadSpeed } from '#domain/video/playback-speed.ts';

/**
 * The bytes of a file at a speed, exactly as many as the file has; null when the file is gone. The media data is
 * streamed, so memory is bounded by the header. Throws an `Mp4Error` for a file whose timescales cannot be changed, or
 * whose header is after its media data.
 */
export async function retimedMp4(source: RangeSource, speed: DownloadSpeed): Promise<Readable | null> {
  const header = await readMp4Header(source);
  if (!header) return null;
  const retimed = retimeHeader(header.moov, speed);
  if (header.endsAt === source.sizeBytes) throw new Mp4Error('The file has no media data');
  // Opened before anything is sent, so that a deletion meanwhile does not truncate the download.
  const pictures = await source.open({ from: header.endsAt, to: source.sizeBytes - 1 });
  return pictures && concatenated([header.before, retimed], pictures);
}

function concatenated(first: readonly Uint8Array[], rest: Readable): Readable {
  const pieces = async function* () {
    yield* first;
    yield* rest;
  };
  const all = Readable.from(pieces(), { objectMode: false });
  // A download that is aborted before its first byte never enters the generator.
  all.once('close', () => rest.destroy());
  return all;
}

export interface RangeSource {
  readonly sizeBytes: number;
  /** The bytes from one place to another, both inclusive; null when the file is gone. */
  open(range: { from: number; to: number }): Promise<Readable | null>;
}

/** Reads the header; null when the file is gone. Throws an `Mp4Error` when it is missing or after the media data. */
export function readMp4Header(source: RangeSource): Promise<Mp4Header | null> {
  return readHeader<Uint8Array>(source.sizeBytes, async (from, end) => {
    const stream = await source.open({ from, to: end - 1 });
    return stream && (await buffer(stream));
  });
}

/** The header of a file on this disk. Throws an `Mp4Error` when it is missing or after the media data. */
export async function mp4HeaderOf(path: string): Promise<Mp4Header> {
  const { size: sizeBytes } = await stat(path);
  const open = async ({ from, to }: { from: number; to: number }) => createReadStream(path, { start: from, end: to });
  const header = await readMp4Header({ sizeBytes, open });
  if (!header) throw new Mp4Error('The file is gone');
  return header;
}
