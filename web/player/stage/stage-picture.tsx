// The area of both pictures on the stage, with the chip and the hint over them.

import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type ComparisonChoices, withSideChoices } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameAt, mergedFrameTime } from '#domain/comparison/timeline.ts';
import type { Side } from '#domain/side.ts';
import { framesPerSecond } from '#domain/time.ts';
import { orNull } from '#web/lib/or-null.ts';
import { fingerSpeed, runningOn } from '#web/player/controls/jog.ts';
import type { PictureZoom } from '#web/player/screen/use-zoom.ts';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';
import type { PictureOverlay, SyncedSource } from '#web/player/synced/synced-pane.tsx';
import { type PointerHandlers, SyncedPanes } from '#web/player/synced/synced-panes.tsx';
import { useSyncedState } from '#web/player/synced/synced-state.ts';
import { ChipButton } from '#web/player/view/live-or-video.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { words } from '#web/words/words.ts';

interface StagePictureProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly sources: Readonly<Record<Side, SyncedSource>>;
  readonly choices: ComparisonChoices;
  readonly onChoicesChange: (choices: ComparisonChoices) => void;
  readonly overlay: PictureOverlay | null;
  readonly pictureRef: RefObject<HTMLDivElement | null>;
  readonly pictureZoom: PictureZoom;
  readonly disabled: boolean;
  readonly isAdjusting: boolean;
  readonly canRename: boolean;
  /** Whether the hint about dragging may be shown. */
  readonly hasHint: boolean;
  /** Shown at the pictures' upper edge. */
  readonly chip: ReactNode;
  /** Whether to suggest the stacked layout, which shows both golfers larger. */
  readonly suggestsStacked: boolean;
}

/** Both pictures. A drag scrubs through the swing. */
export function StagePicture(props: StagePictureProps) {
  const { pair, swings, choices, onChoicesChange, overlay, pictureZoom, disabled, isAdjusting, canRename } = props;
  const [isNew, setNew] = useState(needsDragHint);
  useSlowedToast(pair);
  const scrub = useScrub(pair, {
    isOff: disabled || isAdjusting || overlay?.isOn === true || pictureZoom.zoom.scale > 1,
    onScrub() {
      setNew(false);
      rememberDrag();
    },
  });
  return (
    <div className="relative min-h-0 min-w-0 overflow-hidden bg-sunken [grid-area:picture]" data-stage-picture="">
      <SyncedPanes
        pair={pair}
        plan={swings.plan}
        sources={props.sources}
        pictureRef={props.pictureRef}
        pictureZoom={pictureZoom}
        scrub={scrub}
        onAdjust={isAdjusting ? (side, change) => onChoicesChange(withSideChoices(choices, side, change)) : null}
        choices={choices}
        onWipe={(wipePercent) => onChoicesChange({ ...choices, wipePercent })}
        onRename={
          canRename && !overlay?.isOn && !isAdjusting
            ? (side, name) => onChoicesChange({ ...choices, names: { ...choices.names, [side]: name } })
            : null
        }
        overlay={overlay}
      />
      {/* Where panes are low the chip is beside the name, because the golfers' heads are below it. */}
      <div
        className={classNames(
          'pointer-events-none absolute inset-x-0 z-3 grid px-2 short:-top-0.5 short:justify-items-start short:pt-0 short:pl-18',
          choices.layout === 'stacked' ? '-top-0.5' : 'top-2 pt-9',
          // In the ghost both names are at the left.
          choices.layout === 'stacked' || choices.layout === 'ghost' ? 'justify-items-end' : 'justify-items-center',
        )}
      >
        {props.chip}
      </div>
      {props.hasHint && !disabled && (
        // Above the lower golfer, where panes are stacked: at the lower edge it would cover club and ball.
        <div
          className={classNames(
            'pointer-events-none absolute inset-x-0 z-3 grid justify-items-center gap-2',
            choices.layout === 'stacked' ? 'top-1/2 pt-1.5' : 'bottom-3',
          )}
        >
          {isNew && (
            <p className="rounded-full bg-black/75 px-3 py-1.5 text-sm font-semibold text-white">
              {words.stage.dragHint}
            </p>
          )}
          {props.suggestsStacked && (
            <ChipButton isQuiet onPress={() => onChoicesChange({ ...choices, layout: 'stacked' })}>
              {words.stage.stackedIsLarger}
            </ChipButton>
          )}
        </div>
      )}
    </div>
  );
}

/** Says once that the pair has slowed down. The speed selector shows the speed. */
function useSlowedToast(pair: SyncedPair): void {
  const isSlowed = useSyncedState(pair, (state) => state.isSlowed);
  useEffect(() => {
    if (isSlowed) toast({ title: words.stage.slowed });
  }, [isSlowed]);
}

const KEY = 'swingmark.dragged';

function needsDragHint(): boolean {
  return orNull(() => localStorage.getItem(KEY) === null) ?? false;
}

function rememberDrag(): void {
  orNull(() => localStorage.setItem(KEY, 'true'));
}

/** A movement shorter than this is a press, not a drag. In pixels. */
const PRESS_PX = 6;
/** A finger that rests this long before it is lifted does not flick. In milliseconds. */
const RESTED_MS = 80;

interface Drag {
  readonly pointerId: number;
  readonly startX: number;
  readonly startY: number;
  readonly fromFrame: number;
  isOn: boolean;
  lastX: number;
  lastMs: number;
  /** In pixels per millisecond. */
  speed: number;
}

interface ScrubOptions {
  /** Whether scrubbing is off, because it is disabled or a drag has another meaning. */
  readonly isOff: boolean;
  readonly onScrub: () => void;
}

/** The handlers of the element that holds the pictures. After a flick the swing runs on and slows to a stop. */
function useScrub(pair: SyncedPair, { isOff, onScrub }: ScrubOptions): PointerHandlers {
  const drag = useRef<Drag | null>(null);
  const pointers = useRef(new Set<number>());
  const running = useRef(0);
  const stop = () => cancelAnimationFrame(running.current);
  useEffect(() => () => cancelAnimationFrame(running.current), []);

  function show(fromFrame: number, byPx: number): boolean {
    const { swings, at } = pair.getState();
    if (!swings) return false;
    const { plan } = swings;
    const frame = scrubbedTo(plan, fromFrame, byPx);
    const before = mergedFrameAt(plan, at);
    if (frame !== before) {
      pair.goTo(mergedFrameTime(plan, frame));
      tickAtPosition(plan.positions, before, frame, (time) => mergedFrameAt(plan, time));
    }
    return frame > 0 && frame < plan.frameCount - 1;
  }

  function runOn({ fromFrame, startX, lastX, speed }: Drag) {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let [byPx, now, before] = [lastX - startX, speed, performance.now()];
    const next = (nowMs: number) => {
      const run = runningOn(now, Math.max(0, nowMs - before));
      [byPx, now, before] = [byPx + run.byPx, run.speed, nowMs];
      if (pair.getState().playing || !show(fromFrame, byPx) || now === 0) return;
      running.current = requestAnimationFrame(next);
    };
    running.current = requestAnimationFrame(next);
  }

  function lift(event: PointerEvent, isFlick: boolean) {
    pointers.current.delete(event.pointerId);
    const current = drag.current;
    if (current?.pointerId !== event.pointerId) return;
    drag.current = null;
    if (current.isOn && isFlick && performance.now() - current.lastMs < RESTED_MS) runOn(current);
  }

  return {
    onPointerDown(event) {
      stop();
      pointers.current.add(event.pointerId);
      // A second finger zooms.
      if (pointers.current.size > 1) drag.current = null;
      const { swings, at } = pair.getState();
      if (isOff || !swings || event.button !== 0 || pointers.current.size > 1 || isTaken(event.target)) return;
      const [startX, startY] = [event.clientX, event.clientY];
      const fromFrame = mergedFrameAt(swings.plan, at);
      const { pointerId } = event;
      drag.current = { pointerId, startX, startY, fromFrame, isOn: false, lastX: startX, lastMs: 0, speed: 0 };
    },
    onPointerMove(event) {
      const current = drag.current;
      if (current?.pointerId !== event.pointerId) return;
      if (!current.isOn) {
        const [across, down] = [Math.abs(event.clientX - current.startX), Math.abs(event.clientY - current.startY)];
        if (across < PRESS_PX || across < down) return;
        current.isOn = true;
        current.lastMs = performance.now();
        event.currentTarget.setPointerCapture(event.pointerId);
        pair.setPlaying(false);
        onScrub();
      }
      const nowMs = performance.now();
      current.speed = fingerSpeed(current.speed, event.clientX - current.lastX, nowMs - current.lastMs);
      [current.lastX, current.lastMs] = [event.clientX, nowMs];
      show(current.fromFrame, event.clientX - current.startX);
    },
    onPointerUp: (event) => lift(event, true),
    onPointerCancel: (event) => lift(event, false),
  };
}

/** Whether another element over the picture captures the pointer: the drawing surface, handles, a button. */
function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role=application], [data-adjust], [role=slider], button, input') !== null
  );
}

/** Vibrates the phone briefly when a position is passed, if the browser supports it. */
function tickAtPosition<Time>(
  positions: readonly { readonly at: Time }[],
  before: number,
  frame: number,
  frameAt: (time: Time) => number,
): void {
  const [from, to] = before < frame ? [before + 1, frame] : [frame, before - 1];
  const isPassed = positions.some(({ at }) => frameAt(at) >= from && frameAt(at) <= to);
  if (isPassed && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(8);
}

/** Drag distance for one second of the comparison. */
const PX_PER_SECOND = 200;

/** The merged frame that a drag of `byPx` reaches from a start frame. To the right is forward. */
export function scrubbedTo(plan: ComparisonPlan, fromFrame: number, byPx: number): number {
  const frames = Math.round((byPx / PX_PER_SECOND) * framesPerSecond(plan.frameRate));
  return Math.min(Math.max(fromFrame + frames, 0), plan.frameCount - 1);
}
