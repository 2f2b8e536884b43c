// What the screen says about the golfer's focus: the shown shot, and the set that it belongs to.
import { SHOTS_PER_RETEST } from '#domain/focus/retest.ts';
import { useFocus } from '#web/kept/kept-focus.ts';
import { useHeightCm } from '#web/preview/golfer-height.tsx';
import { focusValue, retestText, shotText } from '#web/words/focus-words.ts';
import { say, words } from '#web/words/words.ts';
import type { RangeValues } from './range-store.ts';
import type { RangeSwing } from './range-swing.ts';

interface FocusTexts {
  /** Null without a focus, and for a swing that is not measured for it. */
  readonly focusText: string | null;
  /** The last verdict until the next set begins, then how far the set is; null before the first measured shot. */
  readonly setText: string | null;
}

export function useFocusTexts({ begunSet, retest }: RangeValues, shown: RangeSwing | null): FocusTexts {
  const focus = useFocus();
  const heightCm = useHeightCm();
  if (!focus) return { focusText: null, setText: null };
  const isMeasured = shown?.kind === 'shot' && shown.file !== null && shown.struckAtMs > focus.pickedAtMs;
  const begun = say(words.focus.begun, { count: begunSet.length, all: SHOTS_PER_RETEST });
  const verdict = retest && retestText(focus, retest, heightCm);
  return {
    focusText: shown?.focusShot
      ? shotText(focus, shown.focusShot, heightCm)
      : isMeasured
        ? words.focus.measuring
        : null,
    setText: begunSet.length > 0 ? [verdict, begun].filter(Boolean).join(' ') : verdict,
  };
}

/** The value of a swing for the focus, such as `34°`, and a dash for one that could not be measured; null without a focus. */
export function useShotValue(): (swing: RangeSwing) => string | null {
  const focus = useFocus();
  const heightCm = useHeightCm();
  return ({ focusShot }) => {
    if (!focus || !focusShot) return null;
    return typeof focusShot === 'string' ? words.body.notSaid : focusValue(focus, focusShot.value, heightCm);
  };
}
