// How far the server is with this visitor's merge, asked for twice a second while it runs, and a way to stop it.
import { useQuery } from '@tanstack/react-query';
import type { JobStatus } from '#contract/jobs.ts';
import { callApi } from '#web/lib/api-client.ts';

const EVERY_MS = 500;

/** The newest unfinished merge while `active`; null when there is none or the server did not say. */
export function useWatchedMerge(active: boolean): JobStatus | null {
  const { data } = useQuery({
    queryKey: ['/api', 'jobs'],
    queryFn: ({ signal }) => callApi('listJobs', { signal }),
    enabled: active,
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
  });
  return active && data ? unfinishedMerge(data.jobs) : null;
}

/** Asks the server to stop the newest unfinished merge. Never throws: the visitor has stopped waiting anyway. */
export async function cancelNewestMerge(): Promise<void> {
  try {
    const { jobs } = await callApi('listJobs', {});
    const job = unfinishedMerge(jobs);
    if (job) await callApi('cancelJob', { params: { id: job.id } });
  } catch {
    // The work ends by itself; its result is swept like any other.
  }
}

/** The server lists the newest job first. */
function unfinishedMerge(jobs: readonly JobStatus[]): JobStatus | null {
  return jobs.find((job) => job.kind === 'merge' && (job.state === 'queued' || job.state === 'running')) ?? null;
}
