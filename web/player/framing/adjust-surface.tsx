// The surface over one side's picture during adjusting. A drag moves the picture, pinch and wheel scale it. For the
// keyboard there are the handles and sliders.
import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import { type PictureFit, SIDE_FIT_BOUNDS } from '#domain/comparison/comparison-choices.ts';
import { distanceOf, type FramePoint } from '#web/player/screen/zoom.ts';

interface AdjustSurfaceProps {
  readonly fit: PictureFit;
  readonly onChange: (fit: PictureFit) => void;
}

/** Wheel travel that doubles the size. */
const WHEEL_DOUBLES_PX = 600;

/** The surface. It fills its parent. */
export function AdjustSurface({ fit, onChange }: AdjustSurfaceProps) {
  const ref = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, FramePoint>());
  // Keeps fractions of a percent between movements.
  const exact = useRef(fit);

  function apply(changed: PictureFit) {
    exact.current = changed;
    const rounded = roundedFit(changed);
    if (Object.entries(rounded).some(([part, value]) => fit[part as keyof PictureFit] !== value)) onChange(rounded);
  }

  /** The exact fit, or `fit` if it was changed elsewhere in between. */
  function current(): PictureFit {
    const isOwn = Object.entries(roundedFit(exact.current)).every(
      ([part, value]) => fit[part as keyof PictureFit] === value,
    );
    return isOwn ? exact.current : fit;
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const from = current();
    apply({ ...from, sizePercent: from.sizePercent * 2 ** (-event.deltaY / WHEEL_DOUBLES_PX) });
  });
  useEffect(() => {
    const element = ref.current;
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);

  function move(event: PointerEvent<HTMLElement>) {
    event.stopPropagation();
    const from = pointers.current.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, to);
    const box = event.currentTarget.getBoundingClientRect();
    const before = current();
    // With two fingers, each moves the picture by half its own movement.
    const share = other ? 50 : 100;
    const ratio = other ? distanceOf(to, other) / Math.max(1, distanceOf(from, other)) : 1;
    apply({
      sizePercent: before.sizePercent * ratio,
      rightPercent: before.rightPercent + (share * (to.x - from.x)) / box.width,
      upPercent: before.upPercent - (share * (to.y - from.y)) / box.height,
    });
  }

  function press(event: PointerEvent<HTMLElement>) {
    event.stopPropagation();
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  function lift(event: PointerEvent<HTMLElement>) {
    event.stopPropagation();
    pointers.current.delete(event.pointerId);
  }

  return (
    <div
      ref={ref}
      aria-hidden="true"
      data-adjust=""
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={lift}
      className="absolute inset-0 z-2 cursor-move touch-none border-2 border-dashed border-white/70"
    />
  );
}

/** In whole percent, within the bounds. */
function roundedFit(fit: PictureFit): PictureFit {
  const part = (key: keyof PictureFit) => {
    const { least, most } = SIDE_FIT_BOUNDS[key];
    return Math.min(Math.max(Math.round(fit[key]), least), most);
  };
  return { sizePercent: part('sizePercent'), rightPercent: part('rightPercent'), upPercent: part('upPercent') };
}
