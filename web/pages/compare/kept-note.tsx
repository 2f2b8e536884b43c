// Stores the page's comparison in 'My swings' and shows the result.
import { Link } from 'wouter';
import { readSession } from '#web/swing/comparison-session.ts';
import { type Keepable, keepableOf, useKeeping } from '#web/videos/kept/use-keeping.ts';
import { sayWith } from '#web/words/say-with.tsx';
import { words } from '#web/words/words.ts';
import type { ReadyComparison } from './use-comparison.ts';

interface KeptNoteProps {
  readonly comparison: ReadyComparison | null;
  /** Whether more urgent work is running, such as making the merged video. */
  readonly isWaiting: boolean;
}

/** Where the comparison is stored, or why it is not. Its line is reserved from the start. */
export function KeptNote({ comparison, isWaiting }: KeptNoteProps) {
  const outcome = useKeeping({ read: () => comparison && keepable(comparison), version: comparison, isWaiting });
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

function keepable(comparison: ReadyComparison): Keepable | null {
  const { user, pro, alignment, choices, golferClip, golferVideoUrl, proAnnotations } = comparison;
  const { userVideo, selectedPro } = readSession();
  // The visitor has deleted everything, or chosen another swing.
  if (userVideo === null || userVideo === 'invalid' || userVideo.clipId !== user.clipId) return null;
  if (pro.golferId === null) return keepableOf({ user, pro: pro.video, alignment, choices });
  const isThere = selectedPro !== null && selectedPro !== 'invalid' && golferClip && golferVideoUrl;
  if (!isThere) return null;
  const shown = { clip: golferClip, videoUrl: golferVideoUrl, annotations: proAnnotations };
  return keepableOf({ user, pro: { golfer: selectedPro, shown }, alignment, choices });
}
