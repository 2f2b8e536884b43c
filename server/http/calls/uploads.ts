// The calls that bring a visitor's videos in, and take them out again.
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { ResultStore } from '#server/comparisons/result-store.ts';
import type { Visitors } from '#server/http/identity/visitors.ts';
import { route } from '#server/http/route/route.ts';
import type { JobQueue } from '#server/jobs/job-queue.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { networkOf } from '#server/runtime/client-network.ts';
import type { Uploads } from '#server/uploads/uploads.ts';

/** What these calls need. */
export interface UploadRouteParts {
  readonly visitors: Visitors;
  readonly uploads: Uploads;
  readonly jobs: JobQueue;
  readonly results: ResultStore;
  /** Leaves no trace of deleted rows in the database's files. */
  readonly forgetDeleted: () => Promise<void>;
}

/** One chunk of 1,048,576 bytes is 1,398,104 characters of base64; the rest is for the other fields. */
const CHUNK_BODY_LIMIT_BYTES = 1.5 * 1024 * 1024;

/** Mounts the calls. */
export function uploadRoutes(
  app: FastifyInstance,
  { visitors, uploads, jobs, results, forgetDeleted }: UploadRouteParts,
): void {
  route(
    app,
    calls.uploadChunk,
    async ({ body, request, reply }) => {
      const visitorId = await visitors.findOrBegin(request, reply);
      return uploads.receive({ visitorId, network: networkOf(request.ip) }, body);
    },
    { bodyLimit: CHUNK_BODY_LIMIT_BYTES },
  );

  route(app, calls.getUpload, async ({ params, request }) => {
    const visitorId = await visitors.find(request);
    if (visitorId === null) throw new AppError('upload-not-found');
    return uploads.status({ visitorId, network: networkOf(request.ip) }, params.fileId);
  });

  route(app, calls.cancelUpload, async ({ params, request }) => {
    const visitorId = await visitors.find(request);
    if (visitorId === null) throw new AppError('upload-not-found');
    await uploads.cancel({ visitorId, fileId: params.fileId });
    return { success: true as const };
  });

  route(app, calls.deleteMyVideos, async ({ request }) => {
    const visitorId = await visitors.find(request);
    if (visitorId !== null) {
      await jobs.cancelAll(visitorId);
      await uploads.deleteAll(visitorId);
      await results.deleteAllOf(visitorId);
      await forgetDeleted();
    }
    return { success: true as const };
  });
}
