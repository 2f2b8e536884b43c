// A side's name over the live pictures, as in the merged video.
import { type CSSProperties, useEffect, useRef } from 'react';
import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { PlannedName } from '#domain/comparison/name-place.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { SIDE_COLORS } from '#domain/rendering/body-strokes.ts';
import { PLATE_COVER, plateInk } from '#domain/rendering/name-plate.ts';

interface NamePlateProps {
  readonly side: Side;
  readonly name: PlannedName;
  /** The part of the canvas that the parent shows. */
  readonly within: Size & Partial<Rect>;
}

/** The plate, with the name as text for screen readers. */
export function NamePlate({ side, name, within }: NamePlateProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const { lettering, rect } = name;
  const { widthPx, heightPx } = rect;
  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!context) return;
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(SIDE_COLORS[side].slice(at, at + 2), 16));
    const picture = context.createImageData(widthPx, heightPx);
    for (const [pixel, ink] of plateInk(lettering, widthPx, heightPx).entries()) {
      const cover = ink + (1 - ink) * PLATE_COVER;
      const share = ink / cover;
      picture.data.set([(red ?? 0) * share, (green ?? 0) * share, (blue ?? 0) * share, 255 * cover], 4 * pixel);
    }
    context.putImageData(picture, 0, 0);
  }, [side, lettering, widthPx, heightPx]);
  return (
    <canvas
      ref={ref}
      data-name={side}
      width={widthPx}
      height={heightPx}
      className="pointer-events-none absolute z-1 rounded-xs"
      style={plateStyle(within, rect)}
    />
  );
}

/** Minimum height of a name on small pictures, if its picture is wide enough. */
const LEAST_PX = 18;

/** Corner and size as in the plan, enlarged if the name would be unreadable on this screen. */
function plateStyle(within: Size & Partial<Rect>, rect: Rect): CSSProperties {
  const percent = (px: number, ofPx: number) => `${(100 * px) / ofPx}%`;
  const [left, top] = [rect.xPx - (within.xPx ?? 0), rect.yPx - (within.yPx ?? 0)];
  const [right, bottom] = [within.widthPx - left - rect.widthPx, within.heightPx - top - rect.heightPx];
  return {
    ...(left <= right ? { left: percent(left, within.widthPx) } : { right: percent(right, within.widthPx) }),
    ...(top <= bottom ? { top: percent(top, within.heightPx) } : { bottom: percent(bottom, within.heightPx) }),
    width: `min(max(${percent(rect.widthPx, within.widthPx)}, ${(LEAST_PX * rect.widthPx) / rect.heightPx}px), 90%)`,
    aspectRatio: `${rect.widthPx} / ${rect.heightPx}`,
  };
}
