// Sentences that screen readers announce: what went wrong, in red, what has happened, and what is loading.
import type { ComponentProps } from 'react';
import { words } from '#web/words/words.ts';
import { Button, Spinner } from './button.tsx';
import { classNames } from './class-names.ts';

export function Problem({ className, ...rest }: ComponentProps<'p'>) {
  return <p role="alert" className={classNames('font-semibold text-flag-ink', className)} {...rest} />;
}

/** A sentence about what has happened or is under way. An empty one stays on the page, so that the next is announced. */
export function Status(props: ComponentProps<'p'>) {
  return <p role="status" {...props} />;
}

interface LoadProblemProps extends ComponentProps<'div'> {
  readonly isBusy: boolean;
  readonly onRetry: () => Promise<void>;
}

export function LoadProblem({ isBusy, onRetry, className, children }: LoadProblemProps) {
  return (
    <div role="alert" className={classNames('grid justify-items-start gap-3', className)}>
      <p className="font-semibold text-flag-ink">{children}</p>
      <Button variant="secondary" busy={isBusy} onClick={() => void onRetry()}>
        {words.actions.tryAgain}
      </Button>
    </div>
  );
}

/** A spinner before a text, announced to screen readers. */
export function Loading({ className, children, ...rest }: ComponentProps<'p'>) {
  return (
    <p role="status" className={classNames('flex items-center gap-3', className)} {...rest}>
      <Spinner /> {children}
    </p>
  );
}
