// Aborts reading from a store that has stopped sending, so that its reader does not wait forever.
import type { Readable } from 'node:stream';
import { AppError } from '#server/runtime/app-error.ts';

const SILENT_FOR_MS = 20_000;
const CHECK_EVERY_MS = 2_000;

/**
 * Destroys the stream with an AppError when its reader has waited for 20 seconds. A slow reader does not trigger this:
 * bytes are then waiting in the stream.
 */
export function endWhenSilent(stream: Readable & { socket?: { bytesRead: number } | null }): void {
  let bytesBefore = -1;
  let silentMs = 0;
  const timer = setInterval(() => {
    const bytes = stream.socket?.bytesRead ?? 0;
    silentMs = bytes === bytesBefore && stream.readableLength === 0 ? silentMs + CHECK_EVERY_MS : 0;
    bytesBefore = bytes;
    if (silentMs >= SILENT_FOR_MS) stream.destroy(new AppError('storage-failed'));
  }, CHECK_EVERY_MS).unref();
  stream.once('close', () => clearInterval(timer));
}
