// The call that has a playable preview of an upload made.
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

/** What this call needs. */
export interface PreviewRouteParts {
  readonly visitors: Visitors;
  readonly uploadStore: UploadStore;
  readonly jobs: JobQueue;
}

/** Mounts the call. The work goes on when the client's connection drops: asking again finds it. */
export function previewRoutes(app: FastifyInstance, { visitors, uploadStore, jobs }: PreviewRouteParts): void {
  route(app, calls.makePreview, async ({ body, request }) => {
    const visitorId = await visitors.find(request);
    if (visitorId === null) throw new AppError('video-not-found');
    const { request: work, clip } = await planPreview(uploadStore, visitorId, body.filePath);
    return { previewUrl: resultAddress(await jobs.run(work, networkOf(request.ip))), clip };
  });
}
