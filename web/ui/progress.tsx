// A labeled progress bar: alone, below its name, of a long task with a cancel button, or of an upload.
import { type ReactNode, useEffect, useRef } from 'react';
import type { UploadProgress as Progressed } from '#domain/video/video-file.ts';
import { say, words } from '#web/words/words.ts';
import { CancelButton } from './button.tsx';
import { classNames } from './class-names.ts';

interface ProgressProps {
  label: string;
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
  readonly standing: ReactNode;
}

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
  const bar = useRef<HTMLDivElement>(null);
  // Chromium returns a promise, which must not become the effect's clean-up.
  useEffect(() => void bar.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }), []);
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
      <CancelButton variant="secondary" size="small" onClick={onCancel} />
    </div>
  );
}

export function UploadProgress({ label, progress }: { label: string; progress: Progressed | null }) {
  const { sentChunks, totalChunks, percent } = progress ?? { sentChunks: 0, totalChunks: 0, percent: 0 };
  const standing = progress
    ? say(words.clips.chunkProgress, { percent, sentChunks, totalChunks })
    : words.clips.waitingItsTurn;
  return <NamedProgress label={label} standing={standing} percent={percent} />;
}
