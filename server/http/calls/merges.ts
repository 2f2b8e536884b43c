// The calls that request merges, list jobs and cancel them.
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { type DemoMergeSources, planDemoMerge } from '#server/comparisons/plan-demo-merge.ts';
import { type MergeSources, planMerge } from '#server/comparisons/plan-merge.ts';
import type { Visitors } from '#server/http/identity/visitors.ts';
import { resultAddress } from '#server/http/media/media-address.ts';
import { route } from '#server/http/route/route.ts';
import type { JobQueue } from '#server/jobs/job-queue.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { networkOf } from '#server/runtime/client-network.ts';

export interface MergeRouteParts {
  readonly visitors: Visitors;
  readonly sources: MergeSources & DemoMergeSources;
  readonly jobs: JobQueue;
}

/** Room for the detected bodies of both sides: 300 outlines of 200 corners are 0.7 MB. */
const BODY_LIMIT_BYTES = 2 * 1024 * 1024;

/** An id that no visitor has. */
const NOBODY = '';

/** Mounts the calls. A job continues when the client disconnects; the same request joins it again. */
export function mergeRoutes(app: FastifyInstance, { visitors, sources, jobs }: MergeRouteParts): void {
  route(
    app,
    calls.mergeVideos,
    async ({ body, request }) => {
      // A request without a session cannot own a video, so it does not begin one.
      const visitorId = (await visitors.find(request)) ?? NOBODY;
      const handle = await jobs.run(await planMerge(sources, visitorId, body), networkOf(request.ip));
      return { mergedVideoUrl: resultAddress(handle) };
    },
    { bodyLimit: BODY_LIMIT_BYTES },
  );

  route(app, calls.mergeDemo, async ({ body, request, reply }) => {
    const visitorId = await visitors.findOrBegin(request, reply);
    const handle = await jobs.run(await planDemoMerge(sources, visitorId, body), networkOf(request.ip));
    return { mergedVideoUrl: resultAddress(handle) };
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
}
