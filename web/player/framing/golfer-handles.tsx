// Two handles on one side's picture during adjusting, at the top of the head and between the soles, set the framing.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type GolferBox, LEAST_BOX_PERMILLE } from '#domain/comparison/comparison-choices.ts';
import type { PlannedPane } from '#domain/comparison/comparison-plan.ts';
import { areSameBoxes } from '#domain/comparison/same-choices.ts';
import { OWN_ARROWS } from '#web/player/controls/use-player-keys.ts';
import { say, words } from '#web/words/words.ts';

const texts = words.player.handles;

interface GolferHandlesProps {
  readonly pane: PlannedPane;
  /** The name of the golfer's side. */
  readonly of: string;
  readonly onChange: (box: GolferBox) => void;
}

/** The initial handles if the golfer's box is unknown. */
const UNKNOWN: GolferBox = { headPermille: 200, solesPermille: 900, middlePermille: 500 };

const ENDS = ['head', 'soles'] as const;
type End = (typeof ENDS)[number];

/** Each handle lies outside the golfer. */
const SIDES_OF = { head: 'items-end -translate-y-full', soles: 'items-start' } as const;
const STEP = 5;
const LARGE_STEP = 25;
const NOWHERE = [0, 0] as const;
/** To the right and down, in thousandths of the picture. */
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
  PageUp: [0, -LARGE_STEP],
  PageDown: [0, LARGE_STEP],
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
};

/** The handles, within the pane's box. A drag takes effect when the pointer is released. */
export function GolferHandles({ pane, of, onChange }: GolferHandlesProps) {
  const ref = useRef<HTMLDivElement>(null);
  const known = pane.golfer ?? UNKNOWN;
  // The picture does not move during a drag, or it would move away under the finger.
  const [dragged, setDragged] = useState<{ readonly end: End; readonly box: GolferBox } | null>(null);
  const shown = dragged?.box ?? known;

  function boxAt(end: End, { clientX, clientY }: PointerEvent<HTMLElement>): GolferBox {
    const frame = ref.current?.getBoundingClientRect();
    if (!frame || frame.width === 0 || frame.height === 0) return shown;
    const { rect, picture: place, isMirrored } = pane;
    const canvasX = rect.xPx + ((clientX - frame.left) / frame.width) * rect.widthPx;
    const canvasY = rect.yPx + ((clientY - frame.top) / frame.height) * rect.heightPx;
    const across = (1000 * (canvasX - place.xPx)) / place.widthPx;
    const down = (1000 * (canvasY - place.yPx)) / place.heightPx;
    return moved(shown, end, isMirrored ? 1000 - across : across, down);
  }

  function begin(end: End, event: PointerEvent<HTMLElement>) {
    event.stopPropagation();
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged({ end, box: known });
  }

  function drag(end: End, event: PointerEvent<HTMLElement>) {
    event.stopPropagation();
    if (dragged?.end === end) setDragged({ end, box: boxAt(end, event) });
  }

  function drop(end: End, event: PointerEvent<HTMLElement>) {
    event.stopPropagation();
    if (dragged?.end !== end) return;
    setDragged(null);
    if (!areSameBoxes(dragged.box, known)) onChange(dragged.box);
  }

  function onKeyDown(end: End, event: KeyboardEvent<HTMLElement>) {
    const [right, down] = KEYS[event.key] ?? NOWHERE;
    if (right === 0 && down === 0) return;
    event.preventDefault();
    const { middlePermille } = known;
    const next = moved(known, end, middlePermille + (pane.isMirrored ? -right : right), heightOf(known, end) + down);
    if (!areSameBoxes(next, known)) onChange(next);
  }

  const at = placesOf(shown, pane);
  return (
    <div ref={ref} {...OWN_ARROWS} className="pointer-events-none absolute inset-0 z-3">
      <span
        aria-hidden="true"
        className="absolute w-0.5 -translate-x-1/2 bg-white/80 shadow-[0_0_0_1px_black]"
        style={{ left: at.left, top: at.head, height: `calc(${at.soles} - ${at.head})` }}
      />
      {ENDS.map((end) => (
        <div
          key={end}
          role="slider"
          tabIndex={0}
          data-handle={end}
          aria-label={say(texts[end], { name: of })}
          aria-orientation="vertical"
          aria-valuemin={0}
          aria-valuemax={1000}
          aria-valuenow={heightOf(shown, end)}
          aria-valuetext={say(texts.now, {
            down: Math.round(heightOf(shown, end) / 10),
            across: Math.round(shown.middlePermille / 10),
          })}
          onPointerDown={(event) => begin(end, event)}
          onPointerMove={(event) => drag(end, event)}
          onPointerUp={(event) => drop(end, event)}
          onPointerCancel={(event) => drop(end, event)}
          onKeyDown={(event) => onKeyDown(end, event)}
          className={`group pointer-events-auto absolute flex h-11 w-16 -translate-x-1/2 cursor-move touch-none justify-center outline-none ${SIDES_OF[end]}`}
          style={{ left: at.left, top: at[end] }}
        >
          <span
            aria-hidden="true"
            className="h-1.5 w-12 rounded-full bg-white shadow-[0_0_0_1px_black] group-focus-visible:outline-3 group-focus-visible:outline-offset-2 group-focus-visible:outline-flag"
          />
        </div>
      ))}
    </div>
  );
}

function heightOf(box: GolferBox, end: End): number {
  return end === 'head' ? box.headPermille : box.solesPermille;
}

/** The box with one end moved: in whole numbers, within the picture, and with the head above the soles. */
function moved(box: GolferBox, end: End, across: number, down: number): GolferBox {
  const within = (value: number, least: number, most: number) => Math.min(Math.max(Math.round(value), least), most);
  const { headPermille, solesPermille } = box;
  return {
    middlePermille: within(across, 0, 1000),
    headPermille: end === 'head' ? within(down, 0, solesPermille - LEAST_BOX_PERMILLE) : headPermille,
    solesPermille: end === 'soles' ? within(down, headPermille + LEAST_BOX_PERMILLE, 1000) : solesPermille,
  };
}

/** Both ends in the pane's box, as CSS lengths. */
function placesOf({ headPermille, solesPermille, middlePermille }: GolferBox, pane: PlannedPane) {
  const { rect, picture, isMirrored } = pane;
  const across = (isMirrored ? 1000 - middlePermille : middlePermille) / 1000;
  const left = (picture.xPx + across * picture.widthPx - rect.xPx) / rect.widthPx;
  const top = (permille: number) => (picture.yPx + (permille / 1000) * picture.heightPx - rect.yPx) / rect.heightPx;
  const percent = (share: number) => `${(100 * share).toFixed(3)}%`;
  return { left: percent(left), head: percent(top(headPermille)), soles: percent(top(solesPermille)) };
}
