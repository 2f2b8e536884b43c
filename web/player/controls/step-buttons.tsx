// The pair of step buttons around the play button (specification §2).
import { StepBack, StepForward } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StepOptions } from '#web/player/controlled/controlled-player.ts';
import { words } from '#web/words/words.ts';
import { StepButton } from './step-button.tsx';

interface StepButtonsProps {
  readonly disabled: boolean;
  /** -1 for back, 1 for forward: 1/30 s each. */
  readonly onStep: (steps: number, options: StepOptions) => void;
  /** Content between the two buttons: the play button. */
  readonly children: ReactNode;
}

/** The button to step back, the children, and the button to step forward. */
export function StepButtons({ disabled, onStep, children }: StepButtonsProps) {
  return (
    <>
      <StepButton
        label={words.player.stepBack}
        tooltip={words.player.stepBackTip}
        disabled={disabled}
        onStep={(isRepeat) => onStep(-1, { isRepeat })}
      >
        <StepBack aria-hidden="true" className="size-5" />
      </StepButton>
      {children}
      <StepButton
        label={words.player.stepForward}
        tooltip={words.player.stepForwardTip}
        disabled={disabled}
        onStep={(isRepeat) => onStep(1, { isRepeat })}
      >
        <StepForward aria-hidden="true" className="size-5" />
      </StepButton>
    </>
  );
}
