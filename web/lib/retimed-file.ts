// Retimes a merged video on this device: the file's own bytes behind a header with other timescales, as the server does
// for its files.
import { readHeader } from '#domain/mp4/header.ts';
import { retimeHeader } from '#domain/mp4/retime-header.ts';
import type { DownloadSpeed } from '#domain/video/playback-speed.ts';

/** The file at a speed. Rejects when its bytes are gone, and with an `Mp4Error` when its clocks cannot be changed. */
export async function retimedFile(file: Blob, speed: DownloadSpeed): Promise<Blob> {
  const read = async (from: number, end: number) => new Uint8Array(await file.slice(from, end).arrayBuffer());
  const header = await readHeader(file.size, read);
  if (!header) throw new Error('The file is gone');
  const retimed = Uint8Array.from(retimeHeader(header.moov, speed));
  return new Blob([header.before, retimed, file.slice(header.endsAt)], { type: 'video/mp4' });
}
