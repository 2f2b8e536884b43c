// Why a video cannot be shown, and what to do about it.
import { TriangleAlert } from 'lucide-react';
import { words } from '#web/words/words.ts';

/** What is wrong with a video that should be on screen. */
export type PlayerProblem = 'cannot-show' | 'unreadable' | 'damaged' | 'unavailable' | 'trying-again';

/** One problem and the way out of it. */
export function PlayerNotice({ problem }: { readonly problem: PlayerProblem }) {
  return (
    <div role="alert" className="flex min-h-32 items-center gap-4">
      <TriangleAlert aria-hidden="true" className="size-7 shrink-0 text-flag-ink" />
      <p>
        <strong className="block">{words.player.problems[problem]}</strong> {words.player.remedies[problem]}
      </p>
    </div>
  );
}
