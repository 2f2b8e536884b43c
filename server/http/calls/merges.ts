// The calls that have a comparison made, watch it and cancel it.
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

/** What these calls need. */
export interface MergeRouteParts {
  readonly visitors: Visitors;
  readonly sources: MergeSources & DemoMergeSources;
  readonly jobs: JobQueue;
}

/** No visitor's id. */
const NOBODY = '';

/** Mounts the calls. The work goes on when the client's connection drops: asking again finds it. */
export function mergeRoutes(app: FastifyInstance, { visitors, sources, jobs }: MergeRouteParts): void {
  route(app, calls.mergeVideos, async ({ body, request }) => {
    // Whoever has no session has no videos: not begun for nothing.
    const visitorId = (await visitors.find(request)) ?? NOBODY;
    const handle = await jobs.run(await planMerge(sources, visitorId, body), networkOf(request.ip));
    return { mergedVideoUrl: resultAddress(handle) };
  });

  route(app, calls.mergeDemo, async ({ body, request, reply }) => {
    const visitorId = await visitors.findOrBegin(request, reply);
    const handle = await jobs.run(await planDemoMerge(sources, visitorId, body), networkOf(request.ip));
    return { mergedVideoUrl: resultAddress(handle) };
  });

  route(app, calls.listJobs, async ({ request, reply }) => {
    // A demo has no upload before it: without a cookie beforehand, its merge could not be watched.
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
