// The header of an MP4 that precedes its media data. mediabunny 1.61 keeps what it reserved for the header.

import { type Mp4Header, readHeader } from '#domain/mp4/header.ts';
import { moveMedia } from '#domain/mp4/plain-header.ts';
import { Mp4Error, viewOf } from '#domain/mp4/video-track.ts';
import { MAX_BOX_HEADER_BYTES, mp4BoxAt } from '#domain/video/mp4-boxes.ts';

/** A file without the free space between header and media data. Rejects with an `Mp4Error`. */
export async function withoutFreeSpace(file: Blob): Promise<Blob> {
  const { before, moov, endsAt } = await headerOf(file);
  const start = await bytesOf(file, endsAt, Math.min(endsAt + MAX_BOX_HEADER_BYTES, file.size));
  const next = mp4BoxAt(viewOf(start), 0, file.size - endsAt);
  if (next?.type !== 'free') return file;
  const changed = Uint8Array.from(moov);
  moveMedia(changed, -next.to);
  return new Blob([before, changed, file.slice(endsAt + next.to)], { type: file.type });
}

/** The header of a file. Rejects with an `Mp4Error`. */
export async function headerOf(file: Blob): Promise<Mp4Header<Uint8Array<ArrayBuffer>>> {
  const header = await readHeader(file.size, (from, end) => bytesOf(file, from, end));
  if (!header) throw new Mp4Error('The file is gone');
  return header;
}

async function bytesOf(file: Blob, from: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.slice(from, end).arrayBuffer());
}
