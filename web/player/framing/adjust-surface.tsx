// Adjusts a picture's size and place by hand. On the surface over the picture a drag moves it, pinch and wheel scale it;
// three sliders do the same, also for the keyboard.
import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import { type PictureFit, SIDE_FIT_BOUNDS } from '#domain/comparison/comparison-choices.ts';
import { OWN_ARROWS } from '#web/player/controls/use-player-keys.ts';
import { distanceOf, type FramePoint } from '#web/player/screen/use-zoom.ts';
import { Slider } from '#web/ui/slider.tsx';
import { say, words } from '#web/words/words.ts';

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

  /** The exact fit, or `fit` if something else has changed it since. */
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

const texts = words.player.ghostFit;

const SLIDERS = [
  { part: 'sizePercent', label: texts.size, more: texts.percent, less: texts.percent },
  { part: 'rightPercent', label: texts.sideways, more: texts.right, less: texts.left },
  { part: 'upPercent', label: texts.upAndDown, more: texts.up, less: texts.down },
] as const;

interface FitSlidersProps {
  readonly fit: PictureFit;
  readonly bounds: Readonly<Record<keyof PictureFit, { readonly least: number; readonly most: number }>>;
  /** The name of the picture's side, added to each slider's label; absent if there is only one picture. */
  readonly of?: string;
  readonly onChange: (fit: PictureFit) => void;
}

/** The sliders. Their parent lays them out. */
export function FitSliders({ fit, bounds, of, onChange }: FitSlidersProps) {
  return SLIDERS.map(({ part, label, more, less }) => {
    const value = fit[part];
    const text = value === 0 ? texts.percent : value > 0 ? more : less;
    const valueText = say(text, { percent: Math.abs(value) });
    const { least, most } = bounds[part];
    return (
      <div key={part} {...OWN_ARROWS} className="flex min-w-0 items-center gap-3">
        <p aria-hidden="true" className="label w-24 shrink-0 leading-tight whitespace-nowrap">
          {label}
          <span className="figures block text-ink-soft">{valueText}</span>
        </p>
        <Slider
          label={of === undefined ? label : say(texts.ofSide, { part: label, side: of })}
          min={least}
          max={most}
          step={1}
          value={value}
          valueText={valueText}
          onValueChange={(next) => onChange({ ...fit, [part]: next })}
        />
      </div>
    );
  });
}
