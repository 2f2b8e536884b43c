// The verdict directly below the pictures: both tempos in one sentence, and the clearest difference.
import { useMemo } from 'react';
import { analyseTiming } from '#domain/swing/timing-analysis.ts';
import { footageOf } from '#domain/swing/timing-uncertainty.ts';
import { differenceSentence, inShort, withUnbrokenRatios } from '#web/swing/timing-words.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { ComparisonSide } from '#web/videos/use-comparison-sides.ts';

interface VerdictProps {
  readonly user: ComparisonSide;
  readonly pro: ComparisonSide;
  /** Null for the visitor's own pro video. */
  readonly golferName: string | null;
}

/** A headline of more letters takes two lines on a phone. */
const ONE_LINE_LETTERS = 40;

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
        <p
          className={classNames(
            'truncate text-sm text-ink-soft lg:text-base',
            told.headline.length > ONE_LINE_LETTERS && 'max-sm:hidden',
          )}
        >
          {told.detail}
        </p>
      )}
    </div>
  );
}

/** The facts that determine the uncertainty of one side's marks. */
export function footageIn({ annotatedClip, slowMotionFactor, doubts }: ComparisonSide) {
  return footageOf({
    clip: annotatedClip?.clip ?? null,
    annotations: annotatedClip?.annotations ?? { restTime: null, topTime: null, strikeTime: null },
    slowMotionFactor,
    doubts,
    newPicturesPerSecond: null,
  });
}
