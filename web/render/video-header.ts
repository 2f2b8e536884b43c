// The header of an MP4 that precedes its media data. mediabunny 1.61 keeps what it reserved for the header.

import { type Mp4Header, readHeader } from '#domain/mp4/header.ts';
import { boxesIn, Mp4Error, onlyBox, uint32In, viewOf } from '#domain/mp4/video-track.ts';
import { MAX_BOX_HEADER_BYTES, type Mp4Box, mp4BoxAt, mp4BoxByPath, mp4BoxesIn } from '#domain/video/mp4-boxes.ts';

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

/** Adds to the offset of every chunk: the media data moves. */
function moveMedia(moov: Uint8Array, byBytes: number): void {
  const { content, to } = onlyBox(boxesIn(moov, 0, moov.length), 'moov');
  for (const box of boxesIn(moov, content, to)) if (box.type === 'trak') moveChunks(moov, box, byBytes);
}

function moveChunks(moov: Uint8Array, trak: Mp4Box, byBytes: number): void {
  const view = viewOf(moov);
  const stbl = mp4BoxByPath(view, trak, ['mdia', 'minf', 'stbl']);
  if (!stbl) throw new Mp4Error('A track has no table of samples');
  const tables = mp4BoxesIn(view, stbl.content, stbl.to);
  const isLong = tables.some(({ type }) => type === 'co64');
  const offsets = onlyBox(tables, isLong ? 'co64' : 'stco');
  const entryBytes = isLong ? 8 : 4;
  const first = offsets.content + 8;
  const count = uint32In(moov, offsets, 4);
  if (first + count * entryBytes > offsets.to) throw new Mp4Error('The table of chunks is too short');
  for (let at = first; at < first + count * entryBytes; at += entryBytes) {
    if (isLong) view.setBigUint64(at, view.getBigUint64(at) + BigInt(byBytes));
    else view.setUint32(at, view.getUint32(at) + byBytes);
  }
}
