// The canvas over a merged video.
import type { DrawingPlace } from '#web/features/drawing/placed-stroke.ts';
import type { Drawings } from '#web/features/drawing/use-drawing.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePlayerState } from '#web/player/engine/use-player.ts';
import { DrawingCanvas } from './drawing-canvas.tsx';
import { isShownAt } from './paint-strokes.ts';

interface MergedDrawingProps {
  readonly player: FramePlayer;
  readonly drawings: Drawings;
  readonly place: DrawingPlace;
}

/** The drawings on the frame that the player shows. */
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
