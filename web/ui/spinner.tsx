// The spinner, and the line that says what is loading.
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A turning ring, hidden from screen readers: the text beside it says what is loading. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
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
