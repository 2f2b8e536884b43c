// A tooltip for pointer and keyboard. It only adds to a control: touch has no tooltips.
import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

/** How long the pointer rests before a tooltip shows, and how long the next one shows at once (specification §9). */
const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

/** Stands once round everything that shows tooltips; the heavy pages bring their own, so the first page stays light. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  );
}

/** Shows `content` beside the one element in it. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
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
