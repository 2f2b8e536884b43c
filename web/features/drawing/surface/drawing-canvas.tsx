// The canvas over the picture on which the visitor draws. Covers exactly the picture, at any size.
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Size } from '#domain/comparison/pane-layout.ts';
import type { Drawings } from '#web/features/drawing/use-drawing.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePlayerState } from '#web/player/engine/use-player.ts';
import { classNames } from '#web/ui/class-names.ts';
import { say, words } from '#web/words/words.ts';
import { isShownAt, paintBeginning, paintCross, paintStrokes } from './paint-strokes.ts';
import { pictureIn } from './picture-place.ts';
import { useKeyboardPen } from './use-keyboard-pen.ts';
import { usePen } from './use-pen.ts';

interface DrawingCanvasProps {
  readonly player: FramePlayer;
  readonly drawings: Drawings;
}

/** The canvas over the picture. It takes the pointer only while drawing mode is on. */
export function DrawingCanvas({ player, drawings }: DrawingCanvasProps) {
  const { strokes, isOn, tool, color, width, pointedId, act } = drawings;
  const [box, setBox] = useState<Size>({ widthPx: 0, heightPx: 0 });
  const boxRef = useRef<HTMLDivElement>(null);
  const surfaceRef = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const helpId = useId();
  const widthPx = usePlayerState(player, (state) => state.widthPx);
  const heightPx = usePlayerState(player, (state) => state.heightPx);
  const video = { widthPx, heightPx };
  const place = pictureIn(box, video);
  // One character per stroke, because a selector may not return a new list.
  const shown = usePlayerState(player, ({ shownTime, clip }) =>
    strokes.map((stroke) => (isShownAt(stroke, shownTime, clip?.frameTimes ?? null) ? '1' : '0')).join(''),
  );
  const pen = usePen({
    tool,
    video,
    onBegin: () => !player.getState().paused && player.togglePlay(),
    onStroke: drawings.draw,
  });

  const keyboard = useKeyboardPen(surfaceRef, { isOn, video, pen });

  useDrawingKeys({
    onUndo: () => pen.drop() || act({ does: 'undo' }),
    onRedo: () => act({ does: 'redo' }),
    onEscape() {
      if (!isOn) return;
      if (pen.drop()) keyboard.sayGivenUp();
      else drawings.setOn(false);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another tool or none gives up the line that was begun
  useEffect(() => void pen.drop(), [isOn, tool]);

  useLayoutEffect(() => {
    const element = boxRef.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setBox({ widthPx: element.clientWidth, heightPx: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas || !place) return;
    fitToScreen(canvas, place);
    const visible = strokes.filter((_, index) => shown[index] === '1');
    const drawn = pen.painted ? [...visible, { points: pen.painted, color, width }] : visible;
    const pointedAt = strokes.find(({ id }) => id === pointedId);
    paintStrokes(canvas, video, drawn, pointedAt);
    if (pen.begunAt) paintBeginning(canvas, video, pen.begunAt);
    if (keyboard.cross) paintCross(canvas, video, keyboard.cross);
  });

  return (
    <div ref={boxRef} className="pointer-events-none absolute inset-0">
      {place && (
        <div
          ref={surfaceRef}
          // Without the mode nobody comes here, but who leaves the mode from here keeps the place on the page.
          tabIndex={isOn ? 0 : -1}
          {...(isOn && { role: 'application', 'aria-label': words.drawing.surface, 'aria-describedby': helpId })}
          {...(isOn && keyboard.handlers)}
          className={classNames(
            'absolute focus-visible:outline-4 focus-visible:-outline-offset-4 focus-visible:outline-focus',
            isOn && 'pointer-events-auto',
          )}
          style={{ left: place.xPx, top: place.yPx, width: place.widthPx, height: place.heightPx }}
        >
          <canvas
            ref={canvasRef}
            role="img"
            aria-label={say(words.drawing.onVideo, { count: strokes.length })}
            {...(isOn && pen.handlers)}
            className={classNames('block size-full', isOn && 'cursor-crosshair touch-none select-none')}
          />
        </div>
      )}
      <p id={helpId} className="sr-only">
        {words.drawing.surfaceHelp}
      </p>
      <p role="status" className="sr-only">
        {isOn && keyboard.said}
      </p>
    </div>
  );
}

/** Sizes the canvas to the screen's pixels. */
function fitToScreen(canvas: HTMLCanvasElement, { widthPx, heightPx }: Size): void {
  const width = Math.round(widthPx * devicePixelRatio);
  const height = Math.round(heightPx * devicePixelRatio);
  // Also the same number empties a canvas and throws its memory away.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

interface DrawingKeys {
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onEscape: () => void;
}

const EDITABLE = 'input:not([type=checkbox], [type=radio], [type=range], [type=color]), textarea, [contenteditable]';
const POPUP = '[role=listbox], [role=dialog], [role=alertdialog]';

/** Listens on the whole page: after a stroke nothing in particular has the focus. */
function useDrawingKeys({ onUndo, onRedo, onEscape }: DrawingKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(`${EDITABLE}, ${POPUP}`))) {
      return;
    }
    if (event.key === 'Escape') return onEscape();
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) onRedo();
    else onUndo();
  });

  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
