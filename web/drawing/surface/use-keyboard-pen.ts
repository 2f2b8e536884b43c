// Draws with the keyboard: arrows move a cross-hair, Enter sets each point. With the select tool, Enter chooses the
// next drawing, arrows move it and Delete removes it.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Point } from '#domain/drawing/drawing.ts';
import type { Rect } from '#domain/geometry.ts';
import { say, words } from '#web/words/words.ts';
import type { useMover, usePen } from './use-pen.ts';

/** Step of an arrow key, as a share of the picture's width. Shift multiplies it by ten. */
const STEP = 1 / 200;
const SHIFT_STEPS = 10;
/** The position is announced after this many milliseconds without a key press. */
const STILL_MS = 600;

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface KeyboardPenOptions {
  readonly isOn: boolean;
  readonly area: Rect;
  readonly pen: ReturnType<typeof usePen>;
  readonly mover: ReturnType<typeof useMover> | null;
  /** Deletes the selected drawing; returns whether there was one. */
  readonly onDelete: () => boolean;
}

/** The cross-hair of the drawing element, which must be focusable. */
export function useKeyboardPen(elementRef: RefObject<HTMLElement | null>, options: KeyboardPenOptions) {
  const { isOn, area, pen, mover, onDelete } = options;
  const [cross, setCross] = useState<Point | null>(null);
  const [isShown, show] = useState(false);
  const [said, setSaid] = useState('');
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const at = cross ?? { x: area.xPx + area.widthPx / 2, y: area.yPx + area.heightPx / 2 };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.target !== elementRef.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key];
    const isDelete = mover !== null && (event.key === 'Delete' || event.key === 'Backspace');
    if (!way && event.key !== 'Enter' && !isDelete) return;
    // Keep the event from the player, whose arrow keys move the video.
    event.preventDefault();
    event.stopPropagation();
    if (mover) return choose(mover, event, way);
    // After pointer use the first key press only shows the cross-hair.
    if (!isShown) show(true);
    else if (way) move(way, event.shiftKey);
    else if (!event.repeat) announce(words.drawing.lineSaid[pen.setEnd(at)]);
  });

  function announce(text: string) {
    clearTimeout(waiting.current);
    setSaid(text);
  }

  function stepOf(isFar: boolean): number {
    return area.widthPx * STEP * (isFar ? SHIFT_STEPS : 1);
  }

  function choose(chosen: NonNullable<typeof mover>, { key, shiftKey }: KeyboardEvent, way: Point | undefined) {
    if (way) {
      const stepPx = stepOf(shiftKey);
      announce(
        chosen.moveBy({ x: way.x * stepPx, y: way.y * stepPx })
          ? words.drawing.chosenSaid.moved
          : words.drawing.chosenSaid.none,
      );
    } else if (key === 'Enter') {
      const number = chosen.chooseNext();
      announce(number === null ? words.drawing.chosenSaid.nothing : say(words.drawing.chosenSaid.chosen, { number }));
    } else announce(onDelete() ? words.drawing.chosenSaid.deleted : words.drawing.chosenSaid.none);
  }

  function move(way: Point, isFar: boolean) {
    const stepPx = stepOf(isFar);
    const to = {
      x: within(at.x + way.x * stepPx, area.xPx, area.xPx + area.widthPx),
      y: within(at.y + way.y * stepPx, area.yPx, area.yPx + area.heightPx),
    };
    setCross(to);
    pen.leadTo(to);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => setSaid(placeWords(to, area)), STILL_MS);
  }

  useEffect(() => {
    // In the capture phase of the window, because the player listens in the capture phase of the document.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);

  useEffect(() => () => clearTimeout(waiting.current), []);

  return {
    /** The position of the cross-hair while the keyboard is used, else null. */
    cross: isOn && isShown && !mover ? at : null,
    said,
    sayGivenUp: () => announce(words.drawing.lineSaid['taken-back']),
    handlers: {
      onFocus: () => show(elementRef.current?.matches(':focus-visible') ?? false),
      onBlur: () => show(false),
      onPointerDown: () => show(false),
    },
  };
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function placeWords({ x, y }: Point, { xPx, yPx, widthPx, heightPx }: Rect): string {
  const percent = (share: number) => Math.round(share * 100);
  return say(words.drawing.crossAt, { fromLeft: percent((x - xPx) / widthPx), fromTop: percent((y - yPx) / heightPx) });
}
