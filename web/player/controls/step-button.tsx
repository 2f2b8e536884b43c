// A button that acts once when pressed and repeats while held.
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

interface StepButtonProps {
  readonly label: string;
  readonly tooltip: string;
  readonly disabled?: boolean;
  readonly onStep: (isRepeat: boolean) => void;
  readonly children: ReactNode;
}

const HOLD_MS = 400;
const REPEAT_MS = 50;

/** An icon button named `label` that repeats while the pointer holds it. */
export function StepButton({ label, tooltip, disabled, onStep, children }: StepButtonProps) {
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
    <Tooltip content={tooltip}>
      <Button
        variant="secondary"
        size="icon"
        aria-label={label}
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
      </Button>
    </Tooltip>
  );
}
