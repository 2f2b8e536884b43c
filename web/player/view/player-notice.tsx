// Explains why a video cannot be shown, and what the visitor can do.
import { TriangleAlert } from 'lucide-react';
import { CheckLink } from '#web/ui/check-link.tsx';
import { words } from '#web/words/words.ts';

export type PlayerProblem = 'cannot-show' | 'unreadable' | 'unavailable' | 'trying-again';

export function PlayerNotice({ problem }: { readonly problem: PlayerProblem }) {
  return (
    <div role="alert" className="flex min-h-32 items-center gap-4">
      <TriangleAlert className="size-7 shrink-0 text-flag-ink" />
      <p>
        <strong className="block">{words.player.problems[problem]}</strong> {words.player.remedies[problem]}{' '}
        {problem === 'cannot-show' && <CheckLink />}
      </p>
    </div>
  );
}
