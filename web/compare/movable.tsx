// An element that keeps its content, and the focus in it, while it moves between places on a page.
import { useLayoutEffect, useRef } from 'react';

export class Movable {
  /** What had the focus when its place went away; null if nothing in it had. */
  focused: HTMLElement | null = null;
  #element: HTMLElement | null = null;

  /** Its content is rendered here by a portal. Made when it is first needed: the prerendered page has no document. */
  get element(): HTMLElement {
    this.#element ??= document.createElement('div');
    return this.#element;
  }
}

/** The place where it is now. At most one is on the page. */
export function MovablePlace({ movable }: { readonly movable: Movable }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.append(movable.element);
    movable.focused?.focus();
    return () => {
      const { activeElement } = document;
      const isInIt = activeElement instanceof HTMLElement && movable.element.contains(activeElement);
      movable.focused = isInIt ? activeElement : null;
    };
  }, [movable]);
  return <div ref={place} />;
}
