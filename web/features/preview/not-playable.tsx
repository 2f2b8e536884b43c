// Explains why the pair does not play, or not yet.
import type { ReactNode } from 'react';
import type { SyncedSwings } from '#web/player/synced/synced-pair.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { words } from '#web/words/words.ts';
import type { Planned } from './preview-plan.ts';

/** As high as the stage. */
const STAGE_PLACE = 'h-[calc(100svh-var(--stage-bar,0px))]';

interface NotPlayableProps {
  readonly planned: Exclude<Planned, SyncedSwings>;
  readonly isFull: boolean;
  /** Controls that solve the problem. */
  readonly children: ReactNode;
}

/** The explanation, with controls that solve the problem. */
export function NotPlayable({ planned, isFull, children }: NotPlayableProps) {
  return (
    <div className={classNames('stage grid place-content-center gap-3 p-6', isFull ? STAGE_PLACE : 'min-h-32')}>
      <p role="status" className="flex items-center justify-center gap-3">
        {planned === 'loading' ? (
          <>
            <Spinner /> {words.preview.opening}
          </>
        ) : (
          words.preview.problems[planned]
        )}
      </p>
      {children}
    </div>
  );
}
