// The filters that surround a side's picture with its own blurred edges. Pure.
import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { Rect } from '#domain/geometry.ts';
import type { EdgeBand, EdgeBands } from '#domain/rendering/edge-bands.ts';

/** The filters, in order, from a picture that covers `shown` to one that covers `rect`; both on the canvas. */
export function edgeFilters(side: Side, { left, right, above, below }: EdgeBands, rect: Rect, shown: Rect): string[] {
  const wide: Rect = { ...shown, xPx: rect.xPx, widthPx: rect.widthPx };
  return [
    ...stackFilters(`${side}-across`, 'hstack', left, right, shown),
    ...stackFilters(`${side}-down`, 'vstack', above, below, wide),
  ];
}

/** Puts the bands on both ends of what covers `shown`. */
function stackFilters(
  name: string,
  stack: 'hstack' | 'vstack',
  before: EdgeBand | null,
  after: EdgeBand | null,
  shown: Rect,
): string[] {
  const bands = [before, after].filter((band) => band !== null);
  if (bands.length === 0) return [];
  const inputs = bands.length + 1;
  const split = `split=${inputs}[${name}]${bands.map((_, index) => `[${name}-from${index}]`).join('')}`;
  const scaled = bands.map((band, index) => `[${name}-from${index}]${bandFilters(band, shown)}[${name}-to${index}]`);
  const labelOf = (band: EdgeBand) => `[${name}-to${bands.indexOf(band)}]`;
  const order = `${before ? labelOf(before) : ''}[${name}]${after ? labelOf(after) : ''}`;
  return [[split, ...scaled, `${order}${stack}=inputs=${inputs}`].join(';'), 'setsar=1'];
}

function bandFilters({ from, via, to }: EdgeBand, shown: Rect): string {
  const scale = ({ widthPx, heightPx }: Pick<Rect, 'widthPx' | 'heightPx'>) =>
    `scale=w=${widthPx}:h=${heightPx}:flags=bicubic`;
  const crop = `crop=w=${from.widthPx}:h=${from.heightPx}:x=${from.xPx - shown.xPx}:y=${from.yPx - shown.yPx}`;
  return `${crop},${scale(via)},${scale(to)},setsar=1`;
}
