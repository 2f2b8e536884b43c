// Progress of a long task, with a cancel button.
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { say, words } from '#web/words/words.ts';

interface WorkProgressProps {
  /** The name of the work, such as "Merging the videos". */
  name: string;
  /** Names the bar; the name, if omitted. */
  label?: string;
  /** Whole percent; null while unknown. */
  percent: number | null;
  /** Replaces the percentage. */
  standing?: string;
  onCancel: () => void;
}

/** A bar with its percentage, and Cancel. */
export function WorkProgress({ name, label = name, percent, standing, onCancel }: WorkProgressProps) {
  const known = percent ?? 0;
  const bar = useScrollIntoView<HTMLDivElement>();
  return (
    <div ref={bar} className="flex w-full max-w-xl items-center gap-4">
      <div className="grid grow gap-1.5">
        <p className="figures flex justify-between gap-4 text-sm">
          <span className="font-semibold">{name}</span>
          <span className="text-ink-soft">{standing ?? say(words.progress.percent, { percent: known })}</span>
        </p>
        <Progress label={label} percent={known} />
        {/* Screen readers announce every quarter, not every percent. */}
        <span role="status" className="sr-only">
          {say(words.progress.named, { name: label, percent: Math.floor(known / 25) * 25 })}
        </span>
      </div>
      <Button variant="secondary" size="small" onClick={onCancel}>
        {words.actions.cancel}
      </Button>
    </div>
  );
}

/** A ref for an element that scrolls into view once when it appears, by the smallest distance. */
function useScrollIntoView<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  useEffect(() => {
    // Chromium returns a promise, which must not become the effect's clean-up.
    void shown.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, []);
  return shown;
}
