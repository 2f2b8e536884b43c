// A labelled progress bar.
import type { ReactNode } from 'react';
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

interface NamedProgressProps extends ProgressProps {
  /** Shown above the bar; the label, if omitted. */
  readonly name?: string;
  /** What is done of it. */
  readonly standing: ReactNode;
}

/** A bar below its name and its standing. */
export function NamedProgress({ name, standing, ...bar }: NamedProgressProps) {
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{name ?? bar.label}</span>
        <span className="figures text-ink-soft">{standing}</span>
      </p>
      <Progress {...bar} />
    </div>
  );
}
