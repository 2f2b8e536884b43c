// The filters that compose both panes in the plan's layout, and overlay the painted layer. Pure.
import type { ComparisonPlan, PlannedGhost } from '#domain/comparison/comparison-plan.ts';
import { shownPart } from '#domain/comparison/picture-place.ts';
import { pictureArea } from '#domain/comparison/strip-place.ts';
import type { Rect } from '#domain/geometry.ts';
import type { PlateMove } from '#domain/rendering/plates.ts';
import type { MergeLayers } from './plates.ts';

/** How merged videos are tagged. */
const TAGS = 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709';

/** The labels of the graph's painted inputs; null for an input that does not exist. */
interface LayerLabels {
  readonly mask: string | null;
  readonly ink: string | null;
  readonly plates: readonly string[];
}

/** The filter chains from `[user]` and `[pro]`, whose pictures have the size of their places, to `[merged]`. */
export function composeFilters(plan: ComparisonPlan, layers: MergeLayers, labels: LayerLabels): string[] {
  const { ink } = layers;
  const over: string[] = [];
  const overlay = (label: string, place: Pick<Rect, 'xPx' | 'yPx'>, x: string = String(place.xPx)) =>
    over.push(`${label}overlay=x=${x}:y=${place.yPx}:format=yuv420:eof_action=repeat`);
  // Half a frame early, so that rounding cannot make a stroke miss its frame; the last picture stays until the end.
  const timing = ink && labels.ink ? [`${labels.ink}settb=AVTB,setpts=PTS+(${ink.startMicros})[ink]`] : [];
  if (ink && labels.ink) overlay('[ink]', ink.bounds);
  for (const [index, { rect, moves }] of layers.plates.entries()) {
    overlay(labels.plates[index] ?? '', rect, moves ? movingX(plan, moves) : undefined);
  }
  const outputOf = (stage: number) => (stage === over.length ? `,${TAGS}[merged]` : `[stage${stage}]`);
  const { widthPx, heightPx } = plan.canvas;
  // The strip is painted below the pictures.
  const withStrip = plan.strip ? `,pad=w=${widthPx}:h=${heightPx}:x=0:y=0` : '';
  const last = `${withStrip}${outputOf(0)}`;
  return [
    ...(plan.ghost ? ghostFilters(plan, plan.ghost, layers, labels, last) : [`${withoutGhost(plan)}${last}`]),
    ...timing,
    ...over.map((filter, index) => `[stage${index}]${filter}${outputOf(index + 1)}`),
  ];
}

/** The left edge of a moving plate, as an expression over the frame's time: even, as in the domain. */
function movingX({ frameRate: { numerator, denominator } }: ComparisonPlan, { fromPx, perFramePx }: PlateMove): string {
  return `2*floor((${fromPx.toFixed(6)}+${perFramePx.toFixed(9)}*round(t*${numerator}/${denominator}))/2)`;
}

function withoutGhost({ canvas, layout, alone, panes: { user, pro } }: ComparisonPlan): string {
  if (alone) return `[${alone}]null`;
  if (layout !== 'stacked') {
    return `${user.rect.xPx <= pro.rect.xPx ? '[user][pro]' : '[pro][user]'}hstack=inputs=2`;
  }
  const pad = ({ rect }: typeof user) => `pad=w=${canvas.widthPx}:h=${rect.heightPx}:x=${rect.xPx}:y=0`;
  const order = user.rect.yPx <= pro.rect.yPx ? '[above][below]' : '[below][above]';
  return `[user]${pad(user)}[above];[pro]${pad(pro)}[below];${order}vstack=inputs=2`;
}

function ghostFilters(
  plan: ComparisonPlan,
  { look, strengthPercent }: PlannedGhost,
  { mask }: MergeLayers,
  labels: LayerLabels,
  last: string,
): string[] {
  const { user, pro } = plan.panes;
  const canvas = pictureArea(plan);
  // A cropped picture fills the canvas already.
  const { xPx, yPx, widthPx, heightPx } = user.crop ? user.rect : user.picture;
  const fillsCanvas = widthPx === canvas.widthPx && heightPx === canvas.heightPx;
  const under = fillsCanvas ? '' : `pad=w=${canvas.widthPx}:h=${canvas.heightPx}:x=${xPx}:y=${yPx}`;
  if (look === 'outline') return [`[user]${under || 'null'}${last}`];
  const picture = shownPart(pro);
  const over = `[under][over]overlay=x=${picture.xPx}:y=${picture.yPx}:format=yuv420:eof_action=repeat${last}`;
  const base = `[user]${under || 'null'}[under]`;
  if (look === 'cut-out' && mask && labels.mask) {
    return [
      base,
      // Smooth enlarging softens the edge.
      `${labels.mask}scale=w=${picture.widthPx}:h=${picture.heightPx}:flags=bilinear,format=gray[mask]`,
      '[pro][mask]alphamerge[over]',
      over,
    ];
  }
  return [base, `[pro]format=yuva420p,lutyuv=a=${Math.round((255 * strengthPercent) / 100)}[over]`, over];
}
