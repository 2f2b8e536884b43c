// Drawing on the live comparison: the canvas over each picture, and the tools beside them.
import { useMemo } from 'react';
import { mergedFrameTime } from '#domain/comparison/timeline.ts';
import { isThereAt } from '#domain/drawing/anchored-drawing.ts';
import { planTime } from '#domain/time.ts';
import { DrawingList } from '#web/features/drawing/drawing-list.tsx';
import { DrawingTools } from '#web/features/drawing/drawing-tools.tsx';
import { type DrawingPlace, placed, templatePoints } from '#web/features/drawing/placed-stroke.ts';
import type { Drawings } from '#web/features/drawing/use-drawing.ts';
import type { SyncedPair } from '#web/player/synced/synced-pair.ts';
import type { PictureOverlay, PictureOverlayPart } from '#web/player/synced/synced-pane.tsx';
import { useSyncedState } from '#web/player/synced/synced-state.ts';
import { DrawingCanvas } from './drawing-canvas.tsx';

/** The drawings of a comparison as its live view takes them. */
export function liveDrawing(drawings: Drawings): PictureOverlay {
  return {
    over: (part) => <LiveCanvas drawings={drawings} {...part} />,
    beside: (parts) => <LiveTools drawings={drawings} {...parts} />,
    isBeside: drawings.view === 'live',
  };
}

function usePlace(plan: DrawingPlace['plan']): DrawingPlace {
  return useMemo(() => ({ plan, video: null }), [plan]);
}

function LiveCanvas({ drawings, pair, plan, area, of }: PictureOverlayPart & { readonly drawings: Drawings }) {
  const at = useSyncedState(pair, (state) => state.at);
  const place = usePlace(plan);
  return (
    <DrawingCanvas
      drawings={drawings}
      view="live"
      place={place}
      canvas={plan.canvas}
      area={area}
      isShown={({ timestamp, onlyThisFrame = false }) => isThereAt(plan, timestamp, onlyThisFrame, at)}
      now={() => pair.getState().at}
      onPause={() => pair.setPlaying(false)}
      {...(of && { of })}
    />
  );
}

type LiveToolsProps = Parameters<PictureOverlay['beside']>[0] & { readonly drawings: Drawings };

function LiveTools({ drawings, pair, plan, names }: LiveToolsProps) {
  const place = usePlace(plan);
  const strokes = drawings.strokes.map((stroke) => placed(stroke, place)).filter((stroke) => stroke !== null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 px-3 pt-3 sm:px-4">
      <DrawingTools
        drawings={drawings}
        view="live"
        hasSides
        isNarrow
        names={names}
        onTemplate={(template, side) => {
          pair.setPlaying(false);
          const { at } = pair.getState();
          const points = templatePoints(template, { side, at, place, canvas: plan.canvas });
          drawings.putTemplate(template, points, at, place);
        }}
      />
      {drawings.view === 'live' && (
        <DrawingList drawings={drawings} strokes={strokes} onGo={(time) => goTo(pair, time)} isNarrow />
      )}
    </div>
  );
}

/** To the merged frame of a time: a drawing's own may lie between two. */
function goTo(pair: SyncedPair, time: number): void {
  const plan = pair.getState().swings?.plan;
  if (!plan) return;
  const frame = Math.min(
    Math.ceil(time * (plan.frameRate.numerator / plan.frameRate.denominator) - 1e-6),
    plan.frameCount - 1,
  );
  pair.goTo(planTime(Math.max(time, mergedFrameTime(plan, Math.max(0, frame)))));
}
