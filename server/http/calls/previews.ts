// The call that requests a playable preview of an upload.
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { planPreview } from '#server/comparisons/preview-job.ts';
import type { Visitors } from '#server/http/identity/visitors.ts';
import { resultAddress } from '#server/http/media/media-address.ts';
import { route } from '#server/http/route/route.ts';
import type { JobQueue } from '#server/jobs/job-queue.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { networkOf } from '#server/runtime/client-network.ts';
import type { UploadStore } from '#server/uploads/upload-store.ts';

export interface PreviewRouteParts {
  readonly visitors: Visitors;
  readonly uploadStore: UploadStore;
  readonly jobs: JobQueue;
}

/** Mounts the call. A job continues when the client disconnects; the same request joins it again. */
export function previewRoutes(app: FastifyInstance, { visitors, uploadStore, jobs }: PreviewRouteParts): void {
  route(app, calls.makePreview, async ({ body, request }) => {
    const visitorId = await visitors.find(request);
    if (visitorId === null) throw new AppError('video-not-found');
    const { request: work, clip } = await planPreview(uploadStore, visitorId, body.filePath);
    return { previewUrl: resultAddress(await jobs.run(work, networkOf(request.ip))), clip };
  });
}
