// How far the server is with a piece of this visitor's work, asked for twice a second while it runs.
import { useQuery } from '@tanstack/react-query';
import type { JobStatus } from '#contract/jobs.ts';
import { callApi } from '#web/lib/api-client.ts';

const EVERY_MS = 500;

/** The newest unfinished job of a kind while `active`; null when there is none or the server did not say. */
export function useWatchedJob(kind: JobStatus['kind'], active: boolean): JobStatus | null {
  const { data } = useQuery({
    queryKey: ['/api', 'jobs'],
    queryFn: ({ signal }) => callApi('listJobs', { signal }),
    enabled: active,
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
  });
  return active && data ? unfinishedJob(data.jobs, kind) : null;
}

/** The newest unfinished job of a kind in a list that begins with the newest. */
export function unfinishedJob(jobs: readonly JobStatus[], kind: JobStatus['kind']): JobStatus | null {
  return jobs.find((job) => job.kind === kind && (job.state === 'queued' || job.state === 'running')) ?? null;
}

/** Asks the server to stop the newest unfinished job of a kind. Never throws: the visitor has stopped waiting anyway. */
export async function cancelNewestJob(kind: JobStatus['kind']): Promise<void> {
  try {
    const { jobs } = await callApi('listJobs', {});
    const job = unfinishedJob(jobs, kind);
    if (job) await callApi('cancelJob', { params: { id: job.id } });
  } catch {
    // The work ends by itself; its result is swept like any other.
  }
}
