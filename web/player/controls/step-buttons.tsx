// The pair of step buttons around the play button (specification §2).
import { StepBack, StepForward } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { StepOptions } from '#web/player/controlled/controlled-player.ts';
import { IconButton } from '#web/ui/tooltip.tsx';
import { words } from '#web/words/words.ts';

interface StepButtonsProps {
  readonly disabled: boolean;
  /** -1 for back, 1 for forward: 1/30 s each. */
  readonly onStep: (steps: number, options: StepOptions) => void;
  /** Content between the two buttons: the play button. */
  readonly children: ReactNode;
}

export function StepButtons({ disabled, onStep, children }: StepButtonsProps) {
  return (
    <>
      <StepButton
        label={words.player.stepBack}
        tip={words.player.stepBackTip}
        disabled={disabled}
        onStep={(isRepeat) => onStep(-1, { isRepeat })}
      >
        <StepBack className="size-5" />
      </StepButton>
      {children}
      <StepButton
        label={words.player.stepForward}
        tip={words.player.stepForwardTip}
        disabled={disabled}
        onStep={(isRepeat) => onStep(1, { isRepeat })}
      >
        <StepForward className="size-5" />
      </StepButton>
    </>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly tip: string;
  readonly disabled?: boolean;
  readonly onStep: (isRepeat: boolean) => void;
  readonly children: ReactNode;
}

const HOLD_MS = 400;
const REPEAT_MS = 50;

/** An icon button named `label` that repeats while the pointer holds it. */
function StepButton({ label, tip, disabled, onStep, children }: StepButtonProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasRepeated = useRef(false);
  const step = useRef(onStep);
  useEffect(() => {
    step.current = onStep;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  function hold(delayMs: number) {
    timer.current = setTimeout(() => {
      hasRepeated.current = true;
      step.current(true);
      hold(REPEAT_MS);
    }, delayMs);
  }
  const release = () => clearTimeout(timer.current);

  return (
    <IconButton
      variant="secondary"
      label={label}
      tip={tip}
      disabled={disabled}
      onPointerDown={(event) => {
        hasRepeated.current = false;
        release();
        if (event.button === 0) hold(HOLD_MS);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => hasRepeated.current && event.preventDefault()}
      onClick={() => {
        // The click that ends a hold is not another step.
        if (!hasRepeated.current) onStep(false);
        hasRepeated.current = false;
      }}
    >
      {children}
    </IconButton>
  );
}
