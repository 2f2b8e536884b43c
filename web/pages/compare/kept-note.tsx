// Keeps the page's comparison in 'My swings' and says so.
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'wouter';
import { readSession } from '#web/swing/comparison-session.ts';
import { whenIdle } from '#web/ui/when-idle.ts';
import type { ComparisonToKeep } from '#web/videos/kept/keep-comparison.ts';
import type { KeepOutcome } from '#web/videos/kept/keep-outcome.ts';
import { timesForgotten } from '#web/videos/kept/times-forgotten.ts';
import { sayWith } from '#web/words/say-with.tsx';
import { words } from '#web/words/words.ts';
import type { ReadyComparison } from './use-comparison.ts';

interface KeptNoteProps {
  readonly comparison: ReadyComparison | null;
  /** Whether something more urgent is under way, such as the merged video. */
  readonly isWaiting: boolean;
}

/** Where the comparison is kept, or why it is not. Its line is there from the start. */
export function KeptNote({ comparison, isWaiting }: KeptNoteProps) {
  const outcome = useKeeping(comparison, isWaiting);
  const link = (
    <Link href="/my-swings" className="underline">
      {words.mySwings.title}
    </Link>
  );
  return (
    <p role="status" className="min-h-12 text-sm text-ink-soft sm:min-h-6">
      {outcome === 'kept' && sayWith(words.mySwings.kept, { link })}
      {outcome && outcome !== 'kept' && (
        <span className="font-semibold text-flag-ink">{sayWith(words.mySwings.notKept[outcome], { link })}</span>
      )}
    </p>
  );
}

/** Keeps the comparison when it is there, when something of it changes, and once more with what was drawn when it is left. */
function useKeeping(comparison: ReadyComparison | null, isWaiting: boolean): KeepOutcome | null {
  const [outcome, setOutcome] = useState<KeepOutcome | null>(null);
  const keep = useEffectEvent(async () => {
    const kept = comparison && toKeep(comparison);
    // Without its code nothing is kept, and the page is as good.
    const code = kept && (await import('#web/videos/kept/keep-comparison.ts').catch(() => null));
    if (code) setOutcome(await code.keepComparison(kept));
  });

  useEffect(() => {
    if (comparison && !isWaiting) return whenIdle(() => void keep());
  }, [comparison, isWaiting]);

  useEffect(() => {
    if (!comparison) return;
    const onHide = () => document.visibilityState === 'hidden' && void keep();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      void keep();
    };
  }, [comparison]);
  return outcome;
}

function toKeep(comparison: ReadyComparison): ComparisonToKeep | null {
  const { user, pro, alignment, choices, golferClip, golferVideoUrl, proAnnotations } = comparison;
  const { userVideo, selectedPro } = readSession();
  const begunAfter = timesForgotten();
  // The visitor has deleted everything, or taken another swing.
  if (userVideo === null || userVideo === 'invalid' || userVideo.clipId !== user.clipId) return null;
  if (pro.golferId === null) return { user, pro: pro.video, alignment, choices, begunAfter };
  const isThere = selectedPro !== null && selectedPro !== 'invalid' && golferClip && golferVideoUrl;
  if (!isThere) return null;
  const golfer = { golfer: selectedPro, clip: golferClip, videoUrl: golferVideoUrl, annotations: proAnnotations };
  return { user, pro: golfer, alignment, choices, begunAfter };
}
