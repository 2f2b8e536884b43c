// Polls the visitor's job on the server (progress, place in the queue) and cancels it.
import { useQuery } from '@tanstack/react-query';
import type { JobStatus } from '#contract/jobs.ts';
import { callApi } from './api-client.ts';

const POLL_MS = 1000;

/** The visitor's newest waiting or running job of a kind, or null; polled every second while `isWatched`. */
export function useRunningJob(kind: JobStatus['kind'], isWatched: boolean): JobStatus | null {
  const { data } = useQuery({
    queryKey: ['/api', 'jobs'],
    queryFn: ({ signal }) => callApi('listJobs', { signal }),
    enabled: isWatched,
    refetchInterval: POLL_MS,
    staleTime: 0,
    gcTime: 0,
  });
  if (!isWatched) return null;
  return data?.jobs.find((job) => isUnfinished(job, kind)) ?? null;
}

/** Cancels a job. Never throws: a job that cannot be cancelled ends on its own. */
export async function cancelJob(job: JobStatus): Promise<void> {
  await callApi('cancelJob', { params: { id: job.id } }).catch(() => undefined);
}

/**
 * Cancels the visitor's newest waiting or running job of a kind: the one that this page started last. Older ones belong
 * to another tab. Never throws.
 */
export async function cancelNewestJob(kind: JobStatus['kind']): Promise<void> {
  const answer = await callApi('listJobs', {}).catch(() => null);
  const job = answer?.jobs.find((one) => isUnfinished(one, kind));
  if (job) await cancelJob(job);
}

function isUnfinished(job: JobStatus, kind: JobStatus['kind']): boolean {
  return job.kind === kind && (job.state === 'queued' || job.state === 'running');
}
