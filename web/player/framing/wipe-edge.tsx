// The edge between the two pictures of a wipe: a slider that can be dragged or moved by keyboard.
import { MoveHorizontal } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { WIPE_BOUNDS } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { OWN_ARROWS } from '#web/player/controls/use-player-keys.ts';
import { say, words } from '#web/words/words.ts';

interface WipeEdgeProps {
  readonly plan: ComparisonPlan;
  readonly onMove: (percent: number) => void;
}

const LARGE_STEP = 10;

/** The edge, over both pictures. */
export function WipeEdge({ plan, onMove }: WipeEdgeProps) {
  const isDragged = useRef(false);
  const { user, pro } = plan.panes;
  const edgePx = Math.min(user.rect.xPx + user.rect.widthPx, pro.rect.xPx + pro.rect.widthPx);
  const percent = Math.round((100 * edgePx) / plan.canvas.widthPx);
  const moveTo = (wished: number) => {
    const next = Math.min(Math.max(Math.round(wished), WIPE_BOUNDS.least), WIPE_BOUNDS.most);
    if (next !== percent) onMove(next);
  };

  function drag(event: PointerEvent<HTMLElement>) {
    event.stopPropagation();
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (isDragged.current && box) moveTo((100 * (event.clientX - box.left)) / box.width);
  }

  function begin(event: PointerEvent<HTMLElement>) {
    event.stopPropagation();
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isDragged.current = true;
  }

  function end(event: PointerEvent<HTMLElement>) {
    event.stopPropagation();
    isDragged.current = false;
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = {
      ArrowLeft: percent - 1,
      ArrowDown: percent - 1,
      ArrowRight: percent + 1,
      ArrowUp: percent + 1,
      PageDown: percent - LARGE_STEP,
      PageUp: percent + LARGE_STEP,
      Home: WIPE_BOUNDS.least,
      End: WIPE_BOUNDS.most,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
  }

  return (
    <div
      {...OWN_ARROWS}
      role="slider"
      tabIndex={0}
      aria-label={words.player.wipeEdge}
      aria-orientation="horizontal"
      aria-valuemin={WIPE_BOUNDS.least}
      aria-valuemax={WIPE_BOUNDS.most}
      aria-valuenow={percent}
      aria-valuetext={say(words.player.wipeEdgeNow, { percent })}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
      className="group absolute inset-y-0 z-2 w-11 -translate-x-1/2 cursor-ew-resize touch-none outline-none"
      style={{ left: `${(100 * edgePx) / plan.canvas.widthPx}%` }}
    >
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_0_1px_black]"
      />
      <span
        aria-hidden="true"
        className="absolute bottom-3 left-1/2 grid size-8 -translate-x-1/2 place-items-center rounded-full bg-white text-black group-focus-visible:outline-3 group-focus-visible:outline-offset-2 group-focus-visible:outline-flag"
      >
        <MoveHorizontal className="size-5" />
      </span>
    </div>
  );
}
