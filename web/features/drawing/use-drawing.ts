// The drawings on one video and the pen's settings.
import { useEffect, useReducer, useState } from 'react';
import { DEFAULT_DRAWING_COLOR, DRAWING_WIDTH, type Point } from '#domain/drawing/drawing.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { type DrawingTool, drawingHistory, historyOf } from './drawing-history.ts';
import { storeDrawings, storedDrawings } from './stored-drawings.ts';

/** The drawings on the video of one player. */
export type Drawings = ReturnType<typeof useDrawing>;

/** The drawings, also those from before a reload, and the pen and the history for as long as the component lives. */
export function useDrawing(player: FramePlayer, videoUrl: string) {
  const [history, act] = useReducer(drawingHistory, videoUrl, (url) => historyOf(storedDrawings(url)));
  useEffect(() => storeDrawings(videoUrl, history.strokes), [videoUrl, history.strokes]);
  const [isOn, setOn] = useState(false);
  const [tool, setTool] = useState<DrawingTool>('free');
  const [color, setColor] = useState(DEFAULT_DRAWING_COLOR);
  const [width, setWidth] = useState<number>(DRAWING_WIDTH.default);
  const [onlyThisFrame, setOnlyThisFrame] = useState(false);
  /** The drawing whose row in the list is pointed at. */
  const [pointedId, pointAt] = useState<number | null>(null);

  /** Keeps a stroke. It belongs to the frame that is on screen now: drawing has paused the video. */
  function draw(points: readonly Point[], drawnWith: DrawingTool) {
    const timestamp = player.getState().shownTime;
    act({ does: 'draw', stroke: { tool: drawnWith, points, color, width, timestamp, onlyThisFrame } });
  }

  return {
    strokes: history.strokes,
    canUndo: history.earlier.length > 0,
    canRedo: history.undone.length > 0,
    pointedId,
    isOn,
    tool,
    color,
    width,
    onlyThisFrame,
    setOn,
    setTool,
    setColor,
    setWidth,
    setOnlyThisFrame,
    pointAt,
    draw,
    act,
  };
}
