// How far the server has come with the merged video, as a bar and in words.
import type { JobStatus } from '#contract/jobs.ts';
import { Progress } from '#web/ui/progress.tsx';

/** The job's percentage, or its place in the queue. */
export function MergeJobProgress({ job }: { job: JobStatus | null }) {
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">Creating merged video...</span>
        <span className="figures text-ink-soft">{wordsFor(job)}</span>
      </div>
      <Progress label="Merging" percent={job?.percent ?? 0} />
    </div>
  );
}

function wordsFor(job: JobStatus | null): string {
  if (!job) return 'handing over';
  if (job.state === 'running') return `${job.percent}%`;
  if (job.queuePlace === 0) return 'next in the queue';
  return job.queuePlace === 1 ? '1 comparison before yours' : `${job.queuePlace} comparisons before yours`;
}
