// Fills the parts of a pane that the clip does not cover with the clip's blurred edges, to avoid black bars.
import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand';
import type { Rect, Size } from '#domain/geometry.ts';
import type { Side } from '#domain/side.ts';
import type { SyncedPair } from './synced-pair.ts';

interface BackdropProps {
  readonly pair: SyncedPair;
  readonly side: Side;
  /** The pane, and the whole picture's rectangle in it, in the same pixels. */
  readonly pane: Size;
  readonly picture: Rect;
  readonly isMirrored: boolean;
}

/** Width of the canvas. Small, because it is blurred. */
const WIDTH_PX = 40;
/** The share of the picture that is stretched into a gap. */
const EDGE = 0.03;
/** Minimum time between repaints: the edges hardly change during playback. */
const REPAINT_MS = 400;

/** The blurred edges, behind the picture. */
export function Backdrop({ pair, side, pane, picture, isMirrored }: BackdropProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const paintedMs = useRef(0);
  const shownAt = useStore(pair.video(side), ({ presentedTime }) => presentedTime);
  const status = useStore(pair.video(side), (state) => state.status);
  const widthPx = WIDTH_PX;
  const heightPx = Math.max(2, Math.round((WIDTH_PX * pane.heightPx) / pane.widthPx));
  const place = JSON.stringify([pane, picture, isMirrored]);
  const paintedPlace = useRef('');
  const paint = useEffectEvent((video: HTMLVideoElement) => {
    const context = ref.current?.getContext('2d');
    // Without a decoded picture nothing would be drawn, and nothing would ask for it again.
    if (!context || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    [paintedMs.current, paintedPlace.current] = [performance.now(), place];
    paintEdges(context, video, { pane, picture, isMirrored });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: painted again with the frame on screen
  useEffect(() => {
    const video = pair.element(side);
    if (!video || status !== 'ready') return;
    const isFresh = paintedPlace.current === place && performance.now() - paintedMs.current < REPAINT_MS;
    if (!isFresh) paint(video);
    const listening = new AbortController();
    for (const event of ['loadeddata', 'seeked']) {
      video.addEventListener(event, () => paint(video), { signal: listening.signal });
    }
    return () => listening.abort();
  }, [pair, side, shownAt, status, place]);
  return (
    <canvas
      ref={ref}
      data-backdrop=""
      width={widthPx}
      height={heightPx}
      className="pointer-events-none absolute inset-0 size-full scale-120 blur-md"
    />
  );
}

function paintEdges(
  context: CanvasRenderingContext2D,
  video: HTMLVideoElement,
  { pane, picture, isMirrored }: Pick<BackdropProps, 'pane' | 'picture' | 'isMirrored'>,
): void {
  const { width: widthPx, height: heightPx } = context.canvas;
  const scale = widthPx / pane.widthPx;
  const [left, top] = [picture.xPx * scale, picture.yPx * scale];
  const [right, bottom] = [left + picture.widthPx * scale, top + picture.heightPx * scale];
  const { videoWidth, videoHeight } = video;
  const edgeX = Math.max(1, videoWidth * EDGE);
  context.save();
  if (isMirrored) {
    context.translate(left + right, 0);
    context.scale(-1, 1);
  }
  /** Paints full-height columns of the video from one place to another. */
  const paint = (fromX: number, fromWidth: number, x: number, width: number) =>
    width > 0 &&
    bottom > top &&
    context.drawImage(video, fromX, 0, fromWidth, videoHeight, x, top, width, bottom - top);
  const [outLeft, outRight] = isMirrored ? [left + right - widthPx, left + right] : [0, widthPx];
  paint(0, edgeX, outLeft, left - outLeft);
  paint(videoWidth - edgeX, edgeX, right, outRight - right);
  paint(0, videoWidth, left, right - left);
  context.restore();
  // Above and below, the outermost painted rows are stretched, including the corners.
  const rows = Math.max(1, Math.round((bottom - top) * EDGE));
  const copy = (fromY: number, y: number, h: number) =>
    h > 0 && context.drawImage(context.canvas, 0, fromY, widthPx, rows, 0, y, widthPx, h);
  copy(Math.max(0, top), 0, top);
  copy(Math.min(heightPx, bottom) - rows, bottom, heightPx - bottom);
}
