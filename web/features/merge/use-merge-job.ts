// Watches the merge that the server is working on, for its percentage and its place in the queue.
import { useQuery } from '@tanstack/react-query';
import type { JobStatus } from '#contract/jobs.ts';
import { callApi } from '#web/lib/api-client.ts';

const POLL_MS = 1000;

/** The visitor's newest merge that waits or runs, or null; asked for every second while `isMerging`. */
export function useMergeJob(isMerging: boolean): JobStatus | null {
  const { data } = useQuery({
    queryKey: ['/api', 'jobs'],
    queryFn: ({ signal }) => callApi('listJobs', { signal }),
    enabled: isMerging,
    refetchInterval: POLL_MS,
    staleTime: 0,
    gcTime: 0,
  });
  if (!isMerging) return null;
  return data?.jobs.find((job) => job.kind === 'merge' && (job.state === 'queued' || job.state === 'running')) ?? null;
}

/** Stops a job. Never throws: a job that cannot be stopped ends by itself. */
export async function cancelMergeJob(job: JobStatus): Promise<void> {
  await callApi('cancelJob', { params: { id: job.id } }).catch(() => undefined);
}
