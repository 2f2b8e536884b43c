// Which golfers' cards play their loops on a touch screen, where no pointer rests on a card: those well inside the view, two at a
// time, each for two rounds. So nothing moves for more than five seconds unless the visitor scrolls (WCAG 2.2.2).
import { type RefObject, useEffect, useState } from 'react';
import { usePageHidden } from '#web/lib/use-page-hidden.ts';
import { isMotionWelcome } from '#web/ui/preview-clip.tsx';

/** What a phone decodes beside scrolling without effort. */
const MOST_AT_ONCE = 2;
/** The part of a card that has to be in view. */
const WELL_INSIDE = 0.8;
/** How often a loop is played before it rests. */
export const ROUNDS = 2;

const NONE: ReadonlySet<number> = new Set();

interface LoopsInView {
  /** The ids of the golfers whose cards play. */
  readonly playing: readonly number[];
  /** Called when a card has played its rounds: the next one in view begins. */
  readonly onPlayed: (id: number) => void;
}

/** `ids`: the golfers with a loop, in the order of their cards, which are the elements below `list` with `data-loop` and the id. */
export function useLoopsInView(list: RefObject<HTMLElement | null>, ids: readonly number[]): LoopsInView {
  const [waiting, setWaiting] = useState(NONE);
  const isHidden = usePageHidden();
  const shown = ids.join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: other golfers are other elements.
  useEffect(() => {
    if (!window.matchMedia('(hover: none)').matches || !isMotionWelcome()) return;
    const observer = new IntersectionObserver(
      (entries) =>
        setWaiting((before) => {
          const now = new Set(before);
          for (const { target, intersectionRatio } of entries) {
            const id = Number((target as HTMLElement).dataset.loop);
            if (intersectionRatio >= WELL_INSIDE) now.add(id);
            else now.delete(id);
          }
          return now;
        }),
      { threshold: WELL_INSIDE },
    );
    for (const card of list.current?.querySelectorAll('[data-loop]') ?? []) observer.observe(card);
    return () => {
      observer.disconnect();
      setWaiting(NONE);
    };
  }, [list, shown]);

  return {
    playing: isHidden ? [] : ids.filter((id) => waiting.has(id)).slice(0, MOST_AT_ONCE),
    onPlayed: (id) => setWaiting((before) => new Set([...before].filter((other) => other !== id))),
  };
}
