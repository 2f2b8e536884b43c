// The call that renders a visitor's drawings into a merged video.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import { MAX_DRAWINGS } from '#domain/drawing/drawing.ts';
import { planDrawings } from '#server/comparisons/plan-drawings.ts';
import type { ResultStore } from '#server/comparisons/result-store.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import type { Visitors } from '#server/http/identity/visitors.ts';
import { ownResult, resultAddress } from '#server/http/media/media-address.ts';
import { route } from '#server/http/route/route.ts';
import type { JobQueue } from '#server/jobs/job-queue.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { networkOf } from '#server/runtime/client-network.ts';

export interface DrawingRouteParts {
  readonly visitors: Visitors;
  readonly results: ResultStore;
  readonly media: MediaStore;
  readonly jobs: JobQueue;
}

/** Slightly more than 10,000 drawings with all digits of their numbers. */
const BODY_LIMIT_BYTES = 2 * 1024 * 1024;

export function drawingRoutes(app: FastifyInstance, parts: DrawingRouteParts): void {
  // A separate scope, because the hook is for this call only.
  void app.register(async (scope) => {
    scope.addHook('preValidation', refuseByCount);
    route(
      scope,
      calls.renderDrawings,
      async ({ body, request }) => {
        const result = await ownResult(parts, request, body.videoUrl);
        const handle = await parts.jobs.run(await planDrawings(parts.media, result, body), networkOf(request.ip));
        return { videoUrl: resultAddress(handle) };
      },
      { bodyLimit: BODY_LIMIT_BYTES },
    );
  });
}

/** Before schema validation: no drawings and too many drawings have specific errors (cases 96, 97). */
async function refuseByCount({ body }: FastifyRequest): Promise<void> {
  const { videoUrl, drawings } = (body ?? {}) as { videoUrl?: unknown; drawings?: unknown };
  if (!videoUrl || !Array.isArray(drawings) || drawings.length === 0) throw new AppError('nothing-to-render');
  if (drawings.length > MAX_DRAWINGS) throw new AppError('too-many-drawings');
}
