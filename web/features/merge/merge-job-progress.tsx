// How far the server has come with the merged video, as a bar and in words.
import type { JobStatus } from '#contract/jobs.ts';
import { jobWords } from '#web/api/job-words.ts';
import { Progress } from '#web/ui/progress.tsx';
import { words } from '#web/words/words.ts';

/** The job's percentage, or its place in the queue. */
export function MergeJobProgress({ job }: { job: JobStatus | null }) {
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{words.merge.creating}</span>
        <span className="figures text-ink-soft">{job ? jobWords(job, 'comparison') : words.queue.starting}</span>
      </div>
      <Progress label={words.merge.merging} percent={job?.percent ?? 0} />
    </div>
  );
}
