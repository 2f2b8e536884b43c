// What follows once all found positions are taken: the comparison with the chosen golfer, or with a suggested one.
import { FILMED_UNKNOWN, type Filmed } from '#domain/library/golfer.ts';
import { suggestedGolfer } from '#domain/library/golfers-like.ts';
import { useGolfers } from '#web/api/use-golfers.ts';
import type { NextStep } from '#web/features/annotate/position-editor.tsx';
import { say, words } from '#web/words/words.ts';
import type { Analysis } from './use-analysis.ts';

/** The step for a clip that is filmed so; null where there is nothing to compare with yet. */
export function useNextStep(analysis: Analysis, showLive: () => void): (filmed: Filmed) => NextStep | null {
  const { data: golfers } = useGolfers();
  const { golfer, useCustomPro, pro, chooseGolfer, state } = analysis;
  return (filmed = FILMED_UNKNOWN) => {
    if (useCustomPro) {
      if (!pro || !state.proAnnotations.strikeTime) return null;
      const sentence = say(words.annotate.comparedWith, { golfer: words.swing.yourPro });
      return { sentence, onTaken: showLive };
    }
    if (golfer) {
      return { sentence: say(words.annotate.comparedWith, { golfer: golfer.name }), onTaken: showLive };
    }
    const suggested = suggestedGolfer(golfers ?? [], filmed);
    if (!suggested) return null;
    const text = suggested.isAlike ? words.annotate.comparedWithAlike : words.annotate.comparedWithSuggested;
    return {
      sentence: say(text, { golfer: suggested.golfer.name }),
      onTaken: () => {
        chooseGolfer(suggested.golfer);
        showLive();
      },
    };
  };
}

/** The step for the visitor's own pro video: the comparison, once their own swing is marked. */
export function nextStepOfPro({ state }: Analysis, showLive: () => void): NextStep | null {
  if (state.userAnnotations.strikeTime === null) return null;
  return { sentence: words.annotate.comparedWithYours, onTaken: showLive };
}
