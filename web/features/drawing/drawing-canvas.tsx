// The layer over the picture on which a visitor draws and sees the drawings. It covers the picture only, at any size.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Size } from '#domain/pane-layout.ts';
import type { FramePlayer } from '#web/player/frame-player.ts';
import { usePlayerState } from '#web/player/use-player.ts';
import { classNames } from '#web/ui/class-names.ts';
import { isShownAt, paintBeginning, paintStrokes } from './paint-strokes.ts';
import { pictureIn } from './picture-place.ts';
import type { Drawings } from './use-drawing.ts';
import { useDrawingKeys } from './use-drawing-keys.ts';
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
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const widthPx = usePlayerState(player, (state) => state.widthPx);
  const heightPx = usePlayerState(player, (state) => state.heightPx);
  const video = { widthPx, heightPx };
  const place = pictureIn(box, video);
  // One character per stroke, because a selector may not return a new list.
  const shown = usePlayerState(player, ({ shownTime, clip }) =>
    strokes.map(({ timestamp }) => (isShownAt(timestamp, shownTime, clip?.frameTimes ?? null) ? '1' : '0')).join(''),
  );
  const pen = usePen({
    tool,
    video,
    onBegin: () => !player.getState().paused && player.togglePlay(),
    onStroke: drawings.draw,
  });

  useDrawingKeys({
    onUndo: () => pen.drop() || act({ does: 'undo' }),
    onRedo: () => act({ does: 'redo' }),
    onEscape: () => isOn && !pen.drop() && drawings.setOn(false),
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
  });

  return (
    <div ref={boxRef} className="pointer-events-none absolute inset-0">
      {place && (
        <canvas
          ref={canvasRef}
          role="img"
          aria-label={`Drawings on the video: ${strokes.length}`}
          {...(isOn && pen.handlers)}
          className={classNames('absolute', isOn && 'pointer-events-auto cursor-crosshair touch-none select-none')}
          style={{ left: place.xPx, top: place.yPx, width: place.widthPx, height: place.heightPx }}
        />
      )}
    </div>
  );
}

/** Gives the canvas as many pixels as the screen has for it. */
function fitToScreen(canvas: HTMLCanvasElement, { widthPx, heightPx }: Size): void {
  const width = Math.round(widthPx * devicePixelRatio);
  const height = Math.round(heightPx * devicePixelRatio);
  // Also the same number empties a canvas and throws its memory away.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}
