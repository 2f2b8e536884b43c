// A sentence with links or emphasis in it.
import { Fragment, type ReactNode } from 'react';

/** A text in which each `{placeholder}` is one of `parts`. Throws when one is missing. */
export function sayWith(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return text.split(/\{(\w+)\}/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    if (!(piece in parts)) throw new Error(`Nothing for {${piece}} in "${text}"`);
    return <Fragment key={piece}>{parts[piece]}</Fragment>;
  });
}
