// Polls the visitor's job on the server (progress, place in the queue) and cancels it.
import { useEffect, useState } from 'react';
import type { JobStatus } from '#contract/merges.ts';
import { say, words } from '#web/words/words.ts';
import { callApi } from './api-client.ts';

const POLL_MS = 1000;

/** The visitor's newest waiting or running job of a kind, or null; polled every second while `isWatched`. */
export function useRunningJob(kind: JobStatus['kind'], isWatched: boolean): JobStatus | null {
  const [job, setJob] = useState<JobStatus | null>(null);
  useEffect(() => {
    if (!isWatched) return;
    const left = new AbortController();
    void watchJobs(left.signal, (jobs) => setJob(jobs.find((one) => isUnfinished(one, kind)) ?? null));
    return () => {
      left.abort();
      setJob(null);
    };
  }, [kind, isWatched]);
  return job;
}

/** Reports the visitor's jobs every second while the page is visible. Never throws: a failed poll is left out. */
async function watchJobs(signal: AbortSignal, report: (jobs: readonly JobStatus[]) => void): Promise<void> {
  while (!signal.aborted) {
    const answer = document.hidden ? null : await callApi('listJobs', { signal }).catch(() => null);
    if (signal.aborted) return;
    if (answer) report(answer.jobs);
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}

/** Cancels a job. Never throws: a job that cannot be canceled ends on its own. */
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

/** Its percentage, or its place in the queue. With `counted` the jobs ahead are named, else only counted. */
export function jobWords({ state, percent, queuePlace }: JobStatus, counted?: 'comparison'): string {
  if (state === 'running') return say(words.progress.percent, { percent });
  if (queuePlace === 0) return words.queue.next;
  return say(counted ? words.queue.comparisonsBefore : words.queue.before, { count: queuePlace });
}
