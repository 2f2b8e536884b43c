// How far something is that takes a while, in numbers, and a way to stop it.
import { useEffect, useRef } from 'react';
import type { JobStatus } from '#contract/jobs.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';

interface WorkProgressProps {
  /** What is going on, such as "Merging the videos". */
  name: string;
  /** Whole percent, or null while nothing is known yet. */
  percent: number | null;
  /** Stands in for the percentage. */
  words?: string;
  onCancel: () => void;
}

/** A bar with its percentage, and Cancel. */
export function WorkProgress({ name, percent, words, onCancel }: WorkProgressProps) {
  const known = percent ?? 0;
  const bar = useRef<HTMLDivElement>(null);
  // On a phone the button that started this may be the last thing on the screen.
  useEffect(() => {
    // Chromium answers with a promise, which must not become the effect's clean-up.
    void bar.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, []);
  return (
    <div ref={bar} className="flex w-full max-w-xl items-center gap-4">
      <div className="grid grow gap-1.5">
        <p className="figures flex justify-between gap-4 text-sm">
          <span className="font-semibold">{name}</span>
          <span className="text-ink-soft">{words ?? `${known}%`}</span>
        </p>
        <Progress label={name} percent={known} />
        {/* A screen reader hears every quarter, not every percent. */}
        <span role="status" className="sr-only">
          {`${name}: ${Math.floor(known / 25) * 25}%`}
        </span>
      </div>
      <Button variant="secondary" size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** The merge that the server is working on: its place or its percentage. */
export function MergeProgress({ job, onCancel }: { job: JobStatus | null; onCancel: () => void }) {
  const isWaiting = job?.state === 'queued';
  const waiting = job?.queuePlace ? `${job.queuePlace} before yours` : 'next in the queue';
  return (
    <WorkProgress
      name="Merging the videos"
      percent={job?.percent ?? null}
      words={job ? (isWaiting ? waiting : undefined) : 'handing over'}
      onCancel={onCancel}
    />
  );
}
