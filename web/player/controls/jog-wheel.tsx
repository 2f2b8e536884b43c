// The jog wheel: dragging it left or right moves frame by frame, and after a flick it runs on.
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePassingValue, usePlayerState } from '#web/player/engine/use-player.ts';
import { say, words } from '#web/words/words.ts';
import { fingerSpeed, PX_PER_FRAME, runningOn, turnedBy } from './jog.ts';
import { OWN_ARROWS } from './use-player-keys.ts';

/** Duration of the vibration at each frame, in milliseconds. */
const TICK_MS = 4;

/** A wheel for the thumb. The arrow keys turn it by one frame, while the player's own arrow keys step by 1/30 s. */
export function JogWheel({ player, disabled }: { readonly player: FramePlayer; readonly disabled: boolean }) {
  const frameTimes = usePlayerState(player, (state) => state.clip?.frameTimes ?? null);
  const target = usePlayerState(player, (state) => (frameTimes ? frameIndexAt(frameTimes, state.targetTime) + 1 : 0));
  const frame = usePassingValue(player, target);
  const { wayPx, handlers } = useTurning((frames) => player.moveFrames(frames));
  const isOff = disabled || !frameTimes;

  function turnByKey(event: KeyboardEvent) {
    const frames = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (isOff || !(frames || event.key === 'Home' || event.key === 'End')) return;
    event.preventDefault();
    if (frames) player.moveFrames(frames, { isRepeat: event.repeat });
    else if (event.key === 'Home') player.goToStart();
    else player.goToEnd();
  }

  return (
    <div
      {...OWN_ARROWS}
      role="slider"
      aria-label={words.player.jog}
      aria-valuemin={1}
      aria-valuemax={frameTimes?.length ?? 1}
      aria-valuenow={Math.max(1, frame)}
      aria-valuetext={frameTimes ? say(words.player.frameOf, { frame, count: frameTimes.length }) : undefined}
      aria-disabled={isOff || undefined}
      tabIndex={isOff ? -1 : 0}
      onKeyDown={turnByKey}
      {...(!isOff && handlers)}
      className="jog-wheel relative h-13 cursor-grab touch-pan-y rounded-md border-2 border-edge bg-sunken select-none active:cursor-grabbing aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
      style={{ '--jog-way': `${wayPx}px`, '--jog-step': `${PX_PER_FRAME}px` } as CSSProperties}
    />
  );
}

/** Turns drags and flicks into frames. `wayPx` is the distance that the wheel has turned, for drawing it. */
function useTurning(onTurn: (frames: number) => void) {
  const [wayPx, setWayPx] = useState(0);
  const turning = useRef({ xPx: 0, atMs: 0, speed: 0, leftPx: 0, pointer: -1 });
  const running = useRef(0);
  useEffect(() => () => cancelAnimationFrame(running.current), []);

  function turn(byPx: number) {
    const { frames, leftPx } = turnedBy(byPx, turning.current.leftPx);
    turning.current.leftPx = leftPx;
    setWayPx((before) => before + byPx);
    if (frames === 0) return;
    // Not supported on iPhones.
    navigator.vibrate?.(TICK_MS);
    onTurn(frames);
  }

  function runOn(lastMs: number) {
    running.current = requestAnimationFrame((nowMs) => {
      const { byPx, speed } = runningOn(turning.current.speed, Math.max(0, nowMs - lastMs));
      turning.current.speed = speed;
      if (speed === 0) return;
      turn(byPx);
      runOn(nowMs);
    });
  }

  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      cancelAnimationFrame(running.current);
      event.currentTarget.setPointerCapture(event.pointerId);
      Object.assign(turning.current, { xPx: event.clientX, atMs: event.timeStamp, speed: 0, pointer: event.pointerId });
    },
    onPointerMove(event: PointerEvent) {
      const { pointer, xPx, atMs, speed } = turning.current;
      if (event.pointerId !== pointer) return;
      const byPx = event.clientX - xPx;
      Object.assign(turning.current, {
        xPx: event.clientX,
        atMs: event.timeStamp,
        speed: fingerSpeed(speed, byPx, event.timeStamp - atMs),
      });
      turn(byPx);
    },
    onPointerUp(event: PointerEvent) {
      const { pointer, atMs, speed } = turning.current;
      if (event.pointerId !== pointer) return;
      Object.assign(turning.current, { pointer: -1, speed: fingerSpeed(speed, 0, event.timeStamp - atMs) });
      if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) runOn(performance.now());
    },
    onPointerCancel() {
      turning.current.pointer = -1;
    },
  };
  return { wayPx, handlers };
}
