// The progress text of a queued or running job.
import type { JobStatus } from '#contract/jobs.ts';
import { say, words } from '#web/words/words.ts';

/** Its percentage, or its place in the queue. With `counted` the jobs ahead are named, else only counted. */
export function jobWords({ state, percent, queuePlace }: JobStatus, counted?: 'comparison'): string {
  if (state === 'running') return say(words.progress.percent, { percent });
  if (queuePlace === 0) return words.queue.next;
  return say(counted ? words.queue.comparisonsBefore : words.queue.before, { count: queuePlace });
}
