// A tooltip for pointer and keyboard, and the icon button that explains itself in one. A tooltip only adds to a
// control: touch has none.
import { Tooltip as Radix } from 'radix-ui';
import type { ComponentProps, FocusEvent, ReactElement, ReactNode } from 'react';
import { PlainIconButton } from './button.tsx';

/** The delay before a tooltip shows, and the time within which the next one shows immediately (specification §9). */
const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

/** Wraps everything that shows tooltips. Only the heavy pages include it, so that the first page stays small. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  );
}

export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={keepClosedForTouch}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="stage z-50 max-w-64 rounded-sm border border-edge px-2.5 py-1.5 text-sm"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A tap focuses the button only after the finger has left, which Radix takes for the keyboard and opens the tooltip. */
function keepClosedForTouch(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
}

interface IconButtonProps extends ComponentProps<typeof PlainIconButton> {
  readonly tip?: string;
}

/** An icon button named `label`; a ghost button unless `variant` is given. */
export function IconButton({ label, tip = label, ...button }: IconButtonProps) {
  return (
    <Tooltip content={tip}>
      <PlainIconButton label={label} {...button} />
    </Tooltip>
  );
}
