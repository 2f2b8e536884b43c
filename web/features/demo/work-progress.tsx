// Progress of a server job, with a cancel button.
import type { JobStatus } from '#contract/jobs.ts';
import { jobWords } from '#web/api/job-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { useScrollIntoView } from '#web/ui/use-scroll-into-view.ts';
import { say, words } from '#web/words/words.ts';

interface WorkProgressProps {
  /** The name of the work, such as "Merging the videos". */
  name: string;
  /** Whole percent; null while unknown. */
  percent: number | null;
  /** Replaces the percentage. */
  standing?: string;
  onCancel: () => void;
}

/** A bar with its percentage, and Cancel. */
export function WorkProgress({ name, percent, standing, onCancel }: WorkProgressProps) {
  const known = percent ?? 0;
  const bar = useScrollIntoView<HTMLDivElement>();
  return (
    <div ref={bar} className="flex w-full max-w-xl items-center gap-4">
      <div className="grid grow gap-1.5">
        <p className="figures flex justify-between gap-4 text-sm">
          <span className="font-semibold">{name}</span>
          <span className="text-ink-soft">{standing ?? say(words.progress.percent, { percent: known })}</span>
        </p>
        <Progress label={name} percent={known} />
        {/* Screen readers announce every quarter, not every percent. */}
        <span role="status" className="sr-only">
          {say(words.progress.named, { name, percent: Math.floor(known / 25) * 25 })}
        </span>
      </div>
      <Button variant="secondary" size="small" onClick={onCancel}>
        {words.actions.cancel}
      </Button>
    </div>
  );
}

/** The server's merge job, with its place in the queue or its percentage. */
export function MergeProgress({ job, onCancel }: { job: JobStatus | null; onCancel: () => void }) {
  return (
    <WorkProgress
      name={words.demo.merging}
      percent={job?.percent ?? null}
      standing={job ? jobWords(job) : words.queue.starting}
      onCancel={onCancel}
    />
  );
}
