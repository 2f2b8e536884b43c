// What the server is doing for the visitor, in numbers, and a way to stop it.
import type { JobStatus } from '#contract/jobs.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';

interface WorkProgressProps {
  /** The work in two words, such as "Merging videos". */
  name: string;
  /** The server's word on it; null until it has one. */
  job: JobStatus | null;
  onCancel: () => void;
}

/** A bar with place or percentage, and Cancel. */
export function WorkProgress({ name, job, onCancel }: WorkProgressProps) {
  const percent = job?.percent ?? 0;
  return (
    <div className="flex w-full max-w-xl items-center gap-4">
      <div className="grid grow gap-1.5">
        <p className="figures flex justify-between gap-4 text-sm">
          <span className="font-semibold">{name}</span>
          <span className="text-ink-soft">{wordsOf(job)}</span>
        </p>
        <Progress label={name} percent={percent} />
        {/* A screen reader hears every quarter, not every percent. */}
        <span role="status" className="sr-only">
          {`${name}: ${Math.floor(percent / 25) * 25} %`}
        </span>
      </div>
      <Button variant="secondary" size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function wordsOf(job: JobStatus | null): string {
  if (!job) return 'Starting…';
  if (job.state === 'queued') return job.queuePlace > 0 ? `Waiting, ${job.queuePlace} before you` : 'Waiting, you are next';
  return `${job.percent} %`;
}
