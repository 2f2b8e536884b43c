// A radio button with its label around it. Everything but the class name and the children goes to the input.
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

const LABEL =
  'cursor-pointer has-disabled:cursor-not-allowed has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';

/** A tile that is filled when it is chosen. Its input is invisible and covers it. */
export function RadioTile({ className, children, ...input }: ComponentProps<'input'>) {
  return (
    <label
      className={classNames(
        'relative has-checked:bg-ink has-checked:text-paper forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText]',
        LABEL,
        className,
      )}
    >
      <input type="radio" {...input} className="absolute inset-0 cursor-[inherit] opacity-0" />
      {children}
    </label>
  );
}

export function RadioBox({ className, children, ...input }: ComponentProps<'input'>) {
  return (
    <label
      className={classNames(
        'inline-flex min-h-11 items-center gap-2 rounded-md border-2 border-edge px-2.5 font-semibold hover:border-ink has-checked:border-flag',
        LABEL,
        className,
      )}
    >
      <input type="radio" {...input} className="size-5 shrink-0 accent-flag outline-none" />
      {children}
    </label>
  );
}
