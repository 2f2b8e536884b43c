// The call that downloads a merged video at one of the seven speeds (docs/decisions/040-speed-downloads.md), under a
// sanitized name (RFC 6266, RFC 8187).
import type { Readable } from 'node:stream';
import { create as createContentDisposition } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { Mp4Error } from '#domain/mp4/strict-boxes.ts';
import type { DownloadSpeed } from '#domain/video/playback-speed.ts';
import type { ResultStore } from '#server/comparisons/result-store.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import type { Visitors } from '#server/http/identity/cookies.ts';
import { ownResult } from '#server/http/media/media.ts';
import { route } from '#server/http/route/route.ts';
import { retimedMp4 } from '#server/mp4/retime-mp4.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';

export interface DownloadRouteParts {
  readonly visitors: Visitors;
  readonly results: ResultStore;
  readonly media: MediaStore;
}

/** Mounts the call. Changing the speed costs no more than reading the file, so it is not a job. */
export function downloadRoutes(app: FastifyInstance, parts: DownloadRouteParts): void {
  const { media } = parts;
  route(app, calls.downloadSpeed, async ({ body, request, reply }) => {
    const { mediaName } = await ownResult(parts, request, body.videoUrl);
    const sizeBytes = await media.sizeOf('results', mediaName);
    const bytes = sizeBytes === null ? null : await atSpeed(media, mediaName, sizeBytes, body.speed);
    if (sizeBytes === null || bytes === null) throw new AppError('result-not-found');
    reply.headers({
      'content-type': 'video/mp4',
      'content-length': sizeBytes,
      'content-disposition': attachmentHeader(safeVideoName(body.filename ?? '')),
      'cache-control': 'private, no-store',
    });
    faultPoint('download-begun');
    return reply.send(bytes);
  });
}

async function atSpeed(
  media: MediaStore,
  name: string,
  sizeBytes: number,
  speed: DownloadSpeed,
): Promise<Readable | null> {
  if (speed === 1) return media.open('results', name);
  try {
    return await retimedMp4({ sizeBytes, open: (range) => media.open('results', name, range) }, speed);
  } catch (cause) {
    throw cause instanceof Mp4Error ? new AppError('speed-failed', { cause }) : cause;
  }
}

/** With its extension the name fits in 255 bytes, and the header within the limits of proxies. */
const MAX_NAME_BYTES = 180;
/** Special characters of file systems, shells and headers, and invisible characters. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*;%']+/gu;
/** Windows device names, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A portable file name ending in `.mp4`; `comparison.mp4` when nothing usable remains. */
export function safeVideoName(requested: string): string {
  const readable = requested.normalize('NFC').replace(UNSAFE, '_').replace(/\s+/g, ' ');
  const stem = readable.replace(/(\.mp4)+$/i, '');
  const bare = cut(stem).replace(/^[\s._]+|[\s._]+$/g, '');
  const name = bare === '' ? 'comparison' : bare;
  return `${DEVICE.test(name) ? '_' : ''}${name}.mp4`;
}

/** Truncates a name to the limit, at a character boundary. */
function cut(name: string): string {
  const { read } = new TextEncoder().encodeInto(name, new Uint8Array(MAX_NAME_BYTES));
  return name.slice(0, read);
}

/** The Content-Disposition header that saves a response under a name, with an ASCII fallback for old browsers. */
export function attachmentHeader(name: string): string {
  // Letters without their accents stay readable.
  const fallback = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\%]/gu, '_');
  return createContentDisposition(name, { type: 'attachment', fallback });
}
