// Drawing on the stage: the canvas over each picture, and the tools of the Draw tab.
import { useMemo, useState } from 'react';
import { mergedFrameTime } from '#domain/comparison/timeline.ts';
import { isThereAt } from '#domain/drawing/anchored-drawing.ts';
import type { Template } from '#domain/drawing/templates.ts';
import type { Side } from '#domain/side.ts';
import { planTime } from '#domain/time.ts';
import { DrawingBar } from '#web/drawing/drawing-bar.tsx';
import { DrawingList } from '#web/drawing/drawing-list.tsx';
import { allPlaced, type DrawingPlace, templatePoints } from '#web/drawing/placed-stroke.ts';
import { drawnOn, readWithDrawings, writeWithDrawings } from '#web/drawing/stored-drawings.ts';
import type { Drawings } from '#web/drawing/use-drawing.ts';
import type { SyncedPair } from '#web/player/synced/synced-pair.ts';
import type { PictureOverlay, PictureOverlayPart } from '#web/player/synced/synced-pane.tsx';
import { useSyncedState } from '#web/player/synced/synced-state.ts';
import { Switch } from '#web/ui/switch.tsx';
import { say, words } from '#web/words/words.ts';
import { DrawingCanvas } from './drawing-canvas.tsx';

export function liveDrawing(drawings: Drawings): PictureOverlay {
  return {
    over: (part) => <LiveCanvas drawings={drawings} {...part} />,
    tools: (parts) => <LiveTools drawings={drawings} {...parts} />,
    isOn: drawings.view === 'live',
    setOn: (isOn) => drawings.setView(isOn ? 'live' : null),
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

type LiveToolsProps = Parameters<PictureOverlay['tools']>[0] & { readonly drawings: Drawings };

function LiveTools({ drawings, pair, plan, names, tracks }: LiveToolsProps) {
  const place = usePlace(plan);
  const strokes = allPlaced(drawings.strokes, place);

  function putTemplates(template: Template, sides: readonly Side[]) {
    pair.setPlaying(false);
    const { at, swings } = pair.getState();
    for (const side of sides) {
      const track = tracks[side];
      const seen = track && { track, restTime: swings?.marks[side].restTime ?? null };
      const points = templatePoints(template, { side, at, place, canvas: plan.canvas, seen });
      drawings.putTemplate(template, side, points, at, place);
    }
  }

  return (
    <>
      <DrawingBar {...{ drawings, names }} isOn={drawings.view === 'live'} hasSides onTemplate={putTemplates}>
        <Switch
          label={words.drawing.liveMode}
          hidesLabel
          checked={drawings.view === 'live'}
          onCheckedChange={(checked) => drawings.setView(checked ? 'live' : null)}
        />
      </DrawingBar>
      {strokes.length > 0 && (
        <details>
          <summary className="min-h-11 text-sm font-semibold text-ink-soft hover:text-ink">
            {say(words.drawing.drawingsCount, { count: strokes.length })}
          </summary>
          <DrawingList drawings={drawings} strokes={strokes} onGo={(time) => goTo(pair, time)} isNarrow />
        </details>
      )}
    </>
  );
}

/** The drawings that the saved video includes, and the switch for them; no switch while nothing is drawn. */
export function useWithDrawings({ strokes }: Drawings) {
  const [isWith, setWith] = useState(readWithDrawings);
  const choose = (checked: boolean) => {
    writeWithDrawings(checked);
    setWith(checked);
  };
  const drawn = drawnOn(strokes);
  const choice = drawn.length > 0 && (
    <Switch label={words.stage.save.withDrawings} checked={isWith} onCheckedChange={choose} />
  );
  return { included: isWith ? drawn : [], choice };
}

/** Seeks to the merged frame of a time, because a drawing's time may lie between two frames. */
function goTo(pair: SyncedPair, time: number): void {
  const plan = pair.getState().swings?.plan;
  if (!plan) return;
  const frame = Math.min(
    Math.ceil(time * (plan.frameRate.numerator / plan.frameRate.denominator) - 1e-6),
    plan.frameCount - 1,
  );
  pair.goTo(planTime(Math.max(time, mergedFrameTime(plan, Math.max(0, frame)))));
}
