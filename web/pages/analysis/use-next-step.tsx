// The step after all proposals are accepted: the comparison with the chosen golfer, or with the best match.
import type { GolferCard } from '#contract/golfers.ts';
import { type Filmed, golferTempo } from '#domain/library/golfer.ts';
import { type SwingTraits, suggestedGolfers } from '#domain/library/suggest-golfers.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { useGolfers } from '#web/api/use-golfers.ts';
import type { NextStep } from '#web/features/annotate/position-editor.tsx';
import { ClubChoice } from '#web/features/golfer-picker/club-choice.tsx';
import { say, words } from '#web/words/words.ts';
import type { Analysis } from './use-analysis.ts';

/** What is known of the visitor's swing, filmed with this view and hand. */
export function traitsOf({ user }: Pick<Analysis, 'user'>, filmed: Filmed): SwingTraits {
  const tempo = user && golferTempo(user.annotations, factorInUse(user));
  return { ...filmed, club: user?.club ?? null, seconds: tempo?.seconds ?? null, heightCm: null };
}

/** The step for a clip filmed with this view and hand; null without a golfer to compare with. */
export function useNextStep(analysis: Analysis, showLive: () => void): (filmed: Filmed) => NextStep | null {
  const { data: golfers } = useGolfers();
  const { golfer, useCustomPro, pro, state } = analysis;
  return (filmed) => {
    if (useCustomPro) {
      if (!pro || !state.proAnnotations.strikeTime) return null;
      return { sentence: say(words.annotate.comparedWith, { golfer: words.swing.yourPro }), onTaken: showLive };
    }
    if (golfer) return { sentence: say(words.annotate.comparedWith, { golfer: golfer.name }), onTaken: showLive };
    return suggestionOf(analysis, golfers ?? [], filmed, showLive);
  };
}

function suggestionOf(
  analysis: Analysis,
  golfers: readonly GolferCard[],
  filmed: Filmed,
  showLive: () => void,
): NextStep | null {
  const [suggested] = suggestedGolfers(golfers, traitsOf(analysis, filmed));
  if (!suggested) return null;
  const text = suggested.isAlike ? words.annotate.comparedWithAlike : words.annotate.comparedWithSuggested;
  return {
    sentence: (
      <>
        <ClubChoice value={analysis.user?.club ?? null} onChange={analysis.setClub} />
        <span className="mt-1 block">{say(text, { golfer: suggested.golfer.name })}</span>
      </>
    ),
    onTaken: () => {
      analysis.chooseGolfer(suggested.golfer);
      showLive();
    },
  };
}

/** The step for the visitor's own pro video: the comparison, once their own swing is marked. */
export function nextStepOfPro({ state }: Analysis, showLive: () => void): NextStep | null {
  if (state.userAnnotations.strikeTime === null) return null;
  return { sentence: words.annotate.comparedWithYours, onTaken: showLive };
}
