// The canvas on which the visitor draws. Covers its picture exactly, at any size. Also used over a merged video.
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { pressedWidth } from '#domain/drawing/drawing.ts';
import { drawingSurface, lengthScale } from '#domain/drawing/drawing-geometry.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { allPlaced, anchored, type DrawingPlace, inkOf, type PlacedStroke } from '#web/drawing/placed-stroke.ts';
import type { Drawings, DrawingView } from '#web/drawing/use-drawing.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePlayerState } from '#web/player/engine/use-player.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Status } from '#web/ui/status.tsx';
import { say, words } from '#web/words/words.ts';
import { isShownAt, paintBeginning, paintCross, paintHandles, paintStrokes, pictureIn } from './paint-strokes.ts';
import { useKeyboardPen } from './use-keyboard-pen.ts';
import { useMover, usePen } from './use-pen.ts';

interface DrawingCanvasProps {
  readonly drawings: Drawings;
  readonly view: DrawingView;
  readonly place: DrawingPlace;
  /** The whole canvas of the comparison; `area` is the part of it under this element. */
  readonly canvas: Size;
  readonly area: Rect;
  readonly isShown: (stroke: PlacedStroke) => boolean;
  readonly now: () => number;
  readonly onPause: () => void;
  /** The name of the side whose picture this covers, if there are several. */
  readonly of?: string;
}

/** The canvas over the picture. It takes the pointer only while drawing mode is on for its view. */
export function DrawingCanvas(props: DrawingCanvasProps) {
  const { drawings, place, canvas, area, isShown, now, onPause, of } = props;
  const { tool, color, width, pointedId, chosenId } = drawings;
  const isOn = drawings.view === props.view;
  const boxRef = useRef<HTMLDivElement>(null);
  const surfaceRef = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const helpId = useId();
  const box = useSize(boxRef);
  const shownAt = pictureIn(box, area);
  const view = { canvas, area };
  const strokes = allPlaced(drawings.strokes, place);
  const visible = strokes.filter(isShown);
  const unitPx = lengthScale(drawingSurface(canvas), canvas);

  const pen = usePen({
    tool: tool === 'both' || tool === 'select' ? 'line' : tool,
    area,
    onBegin: onPause,
    onStroke: ({ tool: kind, points, pressure }) =>
      drawings.draw(points, { tool: kind, width: pressedWidth(width, pressure) }, now(), place),
  });
  const mover = useMover({
    view,
    movables: visible.map((stroke) => ({ ...stroke, lines: inkOf(stroke, unitPx).map(({ points }) => points) })),
    chosenId,
    onChoose: drawings.choose,
    onMove: (id, points) => drawings.move(id, points, place),
  });
  const isChoosing = tool === 'select';
  const keyboard = useKeyboardPen(surfaceRef, {
    isOn,
    area,
    pen,
    mover: isChoosing ? mover : null,
    onDelete: drawings.deleteChosen,
  });

  const dropPen = useEffectEvent(() => {
    const hadStroke = pen.drop();
    if (hadStroke && isOn) keyboard.sayGivenUp();
    return hadStroke;
  });
  const { registerPen, showDraft } = drawings;
  useEffect(() => registerPen(() => dropPen()), [registerPen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tool or none gives up the line that was begun
  useEffect(() => void pen.drop(), [isOn, tool]);

  const { painted } = pen;
  useEffect(() => {
    if (!painted) return;
    const { tool: kind, points, pressure } = painted;
    const pictured = { tool: kind, color, width: pressedWidth(width, pressure), onlyThisFrame: drawings.onlyThisFrame };
    showDraft({ ...pictured, ...anchored(points, now(), place) });
    return () => showDraft(null);
  });

  useLayoutEffect(() => {
    const element = canvasRef.current;
    if (!element || !shownAt) return;
    fitToScreen(element, shownAt);
    const asMoved = visible.map((stroke) =>
      mover.moved?.id === stroke.id ? { ...stroke, points: mover.moved.points } : stroke,
    );
    const drawn = painted ? [...asMoved, { ...painted, color, width: pressedWidth(width, painted.pressure) }] : asMoved;
    const pointedAt = asMoved.find(({ id }) => id === pointedId);
    paintStrokes(element, view, drawn, pointedAt);
    const chosen = isOn && isChoosing ? asMoved.find(({ id }) => id === chosenId) : undefined;
    if (chosen) paintHandles(element, view, chosen.tool === 'free' ? chosen.points.slice(0, 1) : chosen.points);
    if (pen.begunAt) paintBeginning(element, view, pen.begunAt);
    if (keyboard.cross) paintCross(element, view, keyboard.cross);
  });

  const label = of ? say(words.drawing.surfaceOf, { of }) : words.drawing.surface;
  return (
    <div ref={boxRef} className="pointer-events-none absolute inset-0 z-2">
      {shownAt && (
        <div
          ref={surfaceRef}
          // Focusable only in drawing mode; -1 keeps focus here when the mode is switched off.
          tabIndex={isOn ? 0 : -1}
          {...(isOn && { role: 'application', 'aria-label': label, 'aria-describedby': helpId })}
          {...(isOn && keyboard.handlers)}
          className={classNames(
            'absolute focus-visible:outline-4 focus-visible:-outline-offset-4 focus-visible:outline-focus',
            isOn && 'pointer-events-auto',
          )}
          style={{ left: shownAt.xPx, top: shownAt.yPx, width: shownAt.widthPx, height: shownAt.heightPx }}
        >
          <canvas
            ref={canvasRef}
            role="img"
            aria-label={
              of
                ? say(words.drawing.onPicture, { count: strokes.length, of })
                : say(words.drawing.onVideo, { count: strokes.length })
            }
            {...(isOn && (isChoosing ? mover.handlers : pen.handlers))}
            className={classNames(
              'block size-full',
              isOn && 'touch-none select-none',
              isOn && (isChoosing ? 'cursor-move' : 'cursor-crosshair'),
            )}
          />
        </div>
      )}
      <p id={helpId} className="sr-only">
        {isChoosing ? words.drawing.chooseHelp : words.drawing.surfaceHelp}
      </p>
      <Status className="sr-only">{isOn && keyboard.said}</Status>
    </div>
  );
}

function useSize(ref: React.RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ widthPx: 0, heightPx: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setSize({ widthPx: element.clientWidth, heightPx: element.clientHeight });
    measure();
    // Set immediately: otherwise the surface would first be painted at its old size.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

function fitToScreen(element: HTMLCanvasElement, { widthPx, heightPx }: Size): void {
  const width = Math.round(widthPx * devicePixelRatio);
  const height = Math.round(heightPx * devicePixelRatio);
  // Setting the size clears a canvas and reallocates its memory, even if the number is the same.
  if (element.width !== width) element.width = width;
  if (element.height !== height) element.height = height;
}

interface MergedDrawingProps {
  readonly player: FramePlayer;
  readonly drawings: Drawings;
  readonly place: DrawingPlace;
}

export function MergedDrawing({ player, drawings, place }: MergedDrawingProps) {
  const widthPx = usePlayerState(player, (state) => state.widthPx);
  const heightPx = usePlayerState(player, (state) => state.heightPx);
  const shownTime = usePlayerState(player, (state) => state.shownTime);
  const frameTimes = usePlayerState(player, ({ clip }) => clip?.frameTimes ?? null);
  return (
    <DrawingCanvas
      drawings={drawings}
      view="merged"
      place={place}
      canvas={{ widthPx, heightPx }}
      area={{ xPx: 0, yPx: 0, widthPx, heightPx }}
      isShown={(stroke) => isShownAt(stroke, shownTime, frameTimes)}
      now={() => player.getState().shownTime}
      onPause={() => !player.getState().paused && player.togglePlay()}
    />
  );
}
