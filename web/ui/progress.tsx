// A labelled progress bar.
import { classNames } from './class-names.ts';

interface ProgressProps {
  label: string;
  /** Whole percent, 0 to 100. */
  percent: number;
  className?: string;
}

export function Progress({ label, percent, className }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={classNames('h-2.5 overflow-hidden rounded-full border border-edge bg-sunken', className)}
    >
      <div
        className="h-full bg-fairway transition-[width] duration-300 forced-colors:bg-[Highlight]"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
