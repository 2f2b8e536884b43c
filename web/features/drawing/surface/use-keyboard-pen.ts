// Draws a straight line with the keyboard: arrows move a cross-hair, Enter sets each end.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Size } from '#domain/comparison/pane-layout.ts';
import type { Point } from '#domain/drawing/drawing.ts';
import { say, words } from '#web/words/words.ts';
import type { usePen } from './use-pen.ts';

/** One press of an arrow moves by this share of the picture's width; with Shift by ten times as much. */
const STEP = 1 / 200;
const SHIFT_STEPS = 10;
/** The place is announced once no key was pressed for this long. */
const STILL_MS = 600;

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface KeyboardPenOptions {
  readonly isOn: boolean;
  readonly video: Size;
  readonly pen: ReturnType<typeof usePen>;
}

/** The cross-hair of the element that is drawn on, which must be able to have the focus. */
export function useKeyboardPen(elementRef: RefObject<HTMLElement | null>, { isOn, video, pen }: KeyboardPenOptions) {
  const [cross, setCross] = useState<Point | null>(null);
  const [isShown, show] = useState(false);
  const [said, setSaid] = useState('');
  const at = cross ?? { x: video.widthPx / 2, y: video.heightPx / 2 };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.target !== elementRef.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key];
    if (!way && event.key !== 'Enter') return;
    // Before the player sees it: its arrows move the video.
    event.preventDefault();
    event.stopPropagation();
    // After the pointer was used the first key only shows where the cross-hair is.
    if (!isShown) show(true);
    else if (way) move(way, event.shiftKey);
    else if (!event.repeat) setSaid(words.drawing.lineSaid[pen.setEnd(at)]);
  });

  function move(way: Point, isFar: boolean) {
    const stepPx = video.widthPx * STEP * (isFar ? SHIFT_STEPS : 1);
    const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
    const to = { x: within(at.x + way.x * stepPx, video.widthPx), y: within(at.y + way.y * stepPx, video.heightPx) };
    setCross(to);
    pen.leadTo(to);
  }

  useEffect(() => {
    // In the capture phase of the window, because the player listens in that of the document.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);

  const place = cross && placeWords(cross, video);
  useEffect(() => {
    if (!place) return;
    const timer = setTimeout(() => setSaid(place), STILL_MS);
    return () => clearTimeout(timer);
  }, [place]);

  return {
    /** Where the cross-hair is while the keyboard is used, else null. */
    cross: isOn && isShown ? at : null,
    /** The text for screen readers. */
    said,
    sayGivenUp: () => setSaid(words.drawing.lineSaid['taken-back']),
    handlers: {
      onFocus: () => show(elementRef.current?.matches(':focus-visible') ?? false),
      onBlur: () => show(false),
      onPointerDown: () => show(false),
    },
  };
}

function placeWords({ x, y }: Point, { widthPx, heightPx }: Size): string {
  const percent = (share: number) => Math.round(share * 100);
  return say(words.drawing.crossAt, { fromLeft: percent(x / widthPx), fromTop: percent(y / heightPx) });
}
