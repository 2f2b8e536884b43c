// The verdict directly below the pictures: both tempos in one sentence, and the clearest difference.
import { useMemo } from 'react';
import { analyseTiming } from '#domain/swing/timing-analysis.ts';
import { footageIn } from '#web/body/compared-differences.ts';
import { differenceSentence, inShort, withUnbrokenRatios } from '#web/swing/timing-words.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { ComparisonSide } from '#web/videos/use-comparison-sides.ts';

interface VerdictProps {
  readonly user: ComparisonSide;
  readonly pro: ComparisonSide;
  /** Null for the visitor's own pro video. */
  readonly golferName: string | null;
}

/** Two lines. Empty while a tempo is unknown. */
export function Verdict({ user, pro, golferName }: VerdictProps) {
  const told = useMemo(() => {
    if (!user.annotatedClip || !pro.annotatedClip) return null;
    const footage = { user: footageIn(user), pro: footageIn(pro) };
    const analysis = analyseTiming(user.annotatedClip.annotations, pro.annotatedClip.annotations, footage);
    const isUnclear = Boolean(analysis.tempo.user?.toCheck ?? analysis.tempo.pro?.toCheck);
    return {
      headline: inShort(analysis, golferName, true),
      detail: isUnclear ? null : differenceSentence(analysis, golferName),
      isUnclear,
    };
  }, [user, pro, golferName]);
  if (!told?.headline) return null;
  return (
    <div className="px-3 pt-1.5 pb-1 lg:px-4 lg:py-2.5" data-verdict="">
      <p
        className={classNames(
          'text-[1.0625rem] leading-tight font-bold text-balance lg:text-xl',
          told.isUnclear && 'text-flag-ink',
        )}
      >
        {withUnbrokenRatios(told.headline)}
      </p>
      {told.detail && (
        // Below a headline of two lines it would leave no room for the tools on a phone. The numbers show it too.
        <p className="truncate text-sm text-ink-soft max-sm:hidden short:hidden lg:text-base">{told.detail}</p>
      )}
    </div>
  );
}
