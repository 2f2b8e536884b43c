// Decides what the body search is for: the visitor's choices, and results available without a download.
import { useState } from 'react';
import {
  type ComparisonChoices,
  needsOutlines,
  SIDES,
  type Side,
  usesBodies,
} from '#domain/comparison/comparison-choices.ts';
import { isDone, isUnderWay } from '#web/body/clip-body.ts';
import { modelIsKept } from '#web/body/model-access.ts';
import type { LookingFor, SideBody } from '#web/body/use-bodies.ts';
import { useAnswer } from '#web/lib/use-answer.ts';
import type { FramingState } from '#web/player/framing/framing-panel.tsx';

/** The goal of the body search, and the actions that change it. */
export interface AskedBodies {
  /** What the visitor asked for. Its progress is shown. */
  readonly wanted: LookingFor;
  /** The same, plus what is already known or needs no download. */
  readonly lookedFor: LookingFor;
  readonly hasGivenUp: boolean;
  readonly framing: FramingState;
  /** Asks for both bodies, whatever the choices need. */
  readonly ask: () => void;
  readonly choose: (changed: ComparisonChoices) => void;
  readonly giveUp: () => void;
}

export function useAskedBodies(
  bodies: Readonly<Record<Side, SideBody>>,
  choices: ComparisonChoices,
  onChoicesChange: (choices: ComparisonChoices) => void,
): AskedBodies {
  const [hasGivenUp, setGivenUp] = useState(false);
  const [asksFraming, setAsksFraming] = useState(false);
  const [asksBodies, setAsksBodies] = useState(false);
  const wanted = hasGivenUp ? 'nothing' : lookingFor(choices, asksFraming, asksBodies);
  const comesByItself = useAnswer('model', modelIsKept) || bodies.user.facts !== null;
  const lookedFor = hasGivenUp
    ? 'nothing'
    : lookingFor(choices, asksFraming || comesByItself, asksBodies || comesByItself);
  return {
    ...{ wanted, lookedFor, hasGivenUp },
    framing: {
      isLooking: wanted !== 'nothing' && SIDES.some((side) => isUnderWay(bodies[side].look)),
      isUnsure: asksFraming && SIDES.every((side) => isDone(bodies[side].look)),
      onAsk: () => {
        setGivenUp(false);
        setAsksFraming(true);
      },
    },
    ask() {
      setGivenUp(false);
      setAsksBodies(true);
    },
    choose(changed) {
      const isOther = lookingFor(changed, asksFraming, asksBodies) !== lookingFor(choices, asksFraming, asksBodies);
      if (isOther) setGivenUp(false);
      if (changed.framing === 'full') setAsksFraming(false);
      onChoicesChange(changed);
    },
    giveUp() {
      setGivenUp(true);
      setAsksFraming(false);
      setAsksBodies(false);
      onChoicesChange({ ...choices, hasBodyLines: false, hasEvidence: false });
    },
  };
}

/** What these choices require. Framing alone starts a search only with `asksFraming`. */
function lookingFor(choices: ComparisonChoices, asksFraming: boolean, asksBodies: boolean): LookingFor {
  if (needsOutlines(choices)) return 'outlines';
  return asksBodies || usesBodies(choices) || (asksFraming && choices.framing !== 'full') ? 'bodies' : 'nothing';
}
