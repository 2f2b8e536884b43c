// The calls that make videos (merges, previews, drawings in a merged video), list their jobs, cancel them, and download a merged
// video at one of the seven speeds (docs/decisions/040-speed-downloads.md). A job continues when the client disconnects; the same
// request joins it again.
import type { Readable } from 'node:stream';
import { create as createContentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import { MAX_DRAWINGS } from '#domain/drawing/drawing.ts';
import { Mp4Error } from '#domain/mp4/video-track.ts';
import type { DownloadSpeed } from '#domain/video/playback-speed.ts';
import { planDemoMerge, planMerge } from '#server/comparisons/plan-merge.ts';
import { planDrawings, planPreview } from '#server/comparisons/result-jobs.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { ownResult, resultAddress } from '#server/http/media/media.ts';
import type { HttpParts } from '#server/http/parts/http-parts.ts';
import { route } from '#server/http/route/route.ts';
import { retimedMp4 } from '#server/mp4/retime-mp4.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { networkOf } from '#server/runtime/client-network.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';

/**
 * Room for the detected bodies of both sides (300 outlines of 200 corners are 0.7 MB), and slightly more than 10,000
 * drawings with all digits of their numbers.
 */
const BODY_LIMIT_BYTES = 2 * 1024 * 1024;

/** An id that no visitor has. */
const NOBODY = '';

export function mergeRoutes(app: FastifyInstance, parts: HttpParts): void {
  const { visitors, uploadStore, jobs } = parts;
  route(
    app,
    calls.mergeVideos,
    async ({ body, request }) => {
      // A request without a session cannot own a video, so it does not begin one.
      const visitorId = (await visitors.find(request)) ?? NOBODY;
      const handle = await jobs.run(await planMerge(parts, visitorId, body), networkOf(request.ip));
      return { mergedVideoUrl: resultAddress(handle) };
    },
    { bodyLimit: BODY_LIMIT_BYTES },
  );

  route(app, calls.mergeDemo, async ({ body, request, reply }) => {
    const visitorId = await visitors.findOrBegin(request, reply);
    const handle = await jobs.run(await planDemoMerge(parts, visitorId, body), networkOf(request.ip));
    return { mergedVideoUrl: resultAddress(handle) };
  });

  route(app, calls.makePreview, async ({ body, request }) => {
    const visitorId = await visitors.find(request);
    if (visitorId === null) throw new AppError('video-not-found');
    const { request: work, clip } = await planPreview(uploadStore, visitorId, body.filePath);
    return { previewUrl: resultAddress(await jobs.run(work, networkOf(request.ip))), clip };
  });

  // A separate scope, because the hook is for this call only.
  void app.register(async (scope) => {
    scope.addHook('preValidation', refuseByCount);
    route(
      scope,
      calls.renderDrawings,
      async ({ body, request }) => {
        const result = await ownResult(parts, request, body.videoUrl);
        const handle = await jobs.run(await planDrawings(parts.media, result, body), networkOf(request.ip));
        return { videoUrl: resultAddress(handle) };
      },
      { bodyLimit: BODY_LIMIT_BYTES },
    );
  });

  route(app, calls.listJobs, async ({ request, reply }) => {
    // A demo merge has no earlier upload that sets the cookie, which is needed to list its job.
    const visitorId = await visitors.findOrOffer(request, reply);
    return { jobs: visitorId === null ? [] : await jobs.list(visitorId) };
  });

  route(app, calls.cancelJob, async ({ params, request }) => {
    const visitorId = await visitors.find(request);
    if (visitorId === null) throw new AppError('job-not-found');
    await jobs.cancel(visitorId, params.id);
    return { success: true as const };
  });

  downloadRoute(app, parts);
}

/** Before schema validation: no drawings and too many drawings have specific errors (cases 96, 97). */
async function refuseByCount({ body }: FastifyRequest): Promise<void> {
  const { videoUrl, drawings } = (body ?? {}) as { videoUrl?: unknown; drawings?: unknown };
  if (!videoUrl || !Array.isArray(drawings) || drawings.length === 0) throw new AppError('nothing-to-render');
  if (drawings.length > MAX_DRAWINGS) throw new AppError('too-many-drawings');
}

/** Changing the speed costs no more than reading the file, so it is not a job. */
function downloadRoute(app: FastifyInstance, parts: HttpParts): void {
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
