// Decides what the body search is for: the visitor's choices, and results available without a download.
import { useEffect, useState } from 'react';
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
import type { FramingState } from '#web/player/framing/framing-panel.tsx';

/** The goal of the body search, and the actions that change it. */
export interface AskedBodies {
  /** What the visitor asked for. Its progress is shown. */
  readonly wanted: LookingFor;
  /** The same, plus what is already known or needs no download. */
  readonly lookedFor: LookingFor;
  readonly hasGivenUp: boolean;
  readonly framing: FramingState;
  readonly choose: (changed: ComparisonChoices) => void;
  readonly giveUp: () => void;
}

/** The body search of one preview. */
export function useAskedBodies(
  bodies: Readonly<Record<Side, SideBody>>,
  choices: ComparisonChoices,
  onChoicesChange: (choices: ComparisonChoices) => void,
): AskedBodies {
  const [hasGivenUp, setGivenUp] = useState(false);
  const [asksFraming, setAsksFraming] = useState(false);
  const wanted = hasGivenUp ? 'nothing' : lookingFor(choices, asksFraming);
  const comesByItself = useModelIsKept() || bodies.user.facts !== null;
  const lookedFor = hasGivenUp ? 'nothing' : lookingFor(choices, asksFraming || comesByItself);
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
    choose(changed) {
      if (lookingFor(changed, asksFraming) !== lookingFor(choices, asksFraming)) setGivenUp(false);
      if (changed.framing === 'full') setAsksFraming(false);
      onChoicesChange(changed);
    },
    giveUp() {
      setGivenUp(true);
      setAsksFraming(false);
      onChoicesChange({ ...choices, hasBodyLines: false });
    },
  };
}

/** What these choices require. Framing alone starts a search only with `asksFraming`. */
function lookingFor(choices: ComparisonChoices, asksFraming: boolean): LookingFor {
  if (needsOutlines(choices)) return 'outlines';
  return usesBodies(choices) || (asksFraming && choices.framing !== 'full') ? 'bodies' : 'nothing';
}

/** Whether the body model is on this device already. */
function useModelIsKept(): boolean {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    let isGone = false;
    void modelIsKept().then((kept) => !isGone && setKept(kept));
    return () => {
      isGone = true;
    };
  }, []);
  return isKept;
}
