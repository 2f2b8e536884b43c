// The call that downloads a merged video at one of the seven speeds. docs/decisions/040-speed-downloads.md.
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { Mp4Error } from '#domain/mp4/strict-boxes.ts';
import type { DownloadSpeed } from '#domain/video/playback-speed.ts';
import type { ResultStore } from '#server/comparisons/result-store.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import type { Visitors } from '#server/http/identity/visitors.ts';
import { attachmentHeader, safeVideoName } from '#server/http/media/attachment-name.ts';
import { ownResult } from '#server/http/media/media-address.ts';
import { route } from '#server/http/route/route.ts';
import { retimedMp4 } from '#server/mp4/retime-mp4.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';

/** The dependencies of this call. */
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
