// Draws the golfers' bodies over each merged frame: skeleton, hands' path, address plane, outline. The result is strokes on the
// canvas, which every renderer paints unchanged.
import { bodySizePx, medianOf } from '#domain/body/body-geometry.ts';
import { bodyOverTime, type HandsPoint, handsLine } from '#domain/body/body-over-time.ts';
import { type PicturePoint, seenFrames } from '#domain/body/body-track.ts';
import { addressPlane } from '#domain/body/shaft-line.ts';
import { skeletonOf } from '#domain/body/skeleton.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameTime, shownFrameAt } from '#domain/comparison/timeline.ts';
import type { Point } from '#domain/drawing/drawing.ts';
import type { Stroke, StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import { cutSegment } from '#domain/drawing/shapes.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { outlineOverTime, type Ring } from '#domain/outline/outline.ts';
import { SIDES, type Side } from '#domain/side.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';

/** Each side's color over video: `--color-you` and `--color-pro` on the dark stage (web/app/theme.css). */
export const SIDE_COLORS: Readonly<Record<Side, string>> = Object.freeze({ user: '#82b8f7', pro: '#f0b940' });

/** The dark edge around each line keeps it visible on any picture. */
const EDGE_COLOR = '#10180f';
/**
 * Width of a bone: a share of the canvas height, and smaller over a golfer who is small on the canvas. The other widths
 * are relative to it.
 */
const BONE_OF_CANVAS = 0.0032;
const BONE_OF_BODY = 0.008;
const LEAST_BONE_PX = 1;
const WIDTHS = { bone: 1, plane: 0.75, path: 0.75, wrist: 2.5, outline: 1, edge: 1.1 } as const;
/** Length of the dashes and gaps of the hands' path ahead, in bone widths. */
const DASH = 3;

/** Maps a point of a side's picture to the canvas. */
type Place = (point: PicturePoint) => Point;

/**
 * All strokes for the bodies, grouped by the merged frame on which they appear, frames ascending. Empty when the plan
 * draws no bodies. Moving parts are drawn for one frame; the hands' path and the plane stay once drawn. Yields one frame at a time,
 * because a long comparison has very many strokes.
 */
export function* bodyStrokes(
  plan: ComparisonPlan,
  frameTimes: Readonly<Record<Side, FrameTimes>>,
): Generator<StrokesFromFrame> {
  const drawn = SIDES.flatMap((side) => {
    const draw = [linesDrawer(plan, side), side === 'pro' ? outlineDrawer(plan) : null];
    return draw.filter((each) => each !== null).map((each) => ({ side, draw: each }));
  });
  if (drawn.length === 0) return;
  for (let frame = 0; frame < plan.frameCount; frame += 1) {
    const at = mergedFrameTime(plan, frame);
    const strokes = drawn.flatMap(({ side, draw }) => draw(shownFrameAt(plan, side, frameTimes[side], at)));
    if (strokes.length > 0) yield { frame, strokes };
  }
}

/** Called with the time of each shown frame, ascending. */
type Drawer = (shownAt: number) => Stroke[];

function linesDrawer(plan: ComparisonPlan, side: Side): Drawer | null {
  const track = plan.panes[side].bodyLines;
  if (!track) return null;
  const scale = plan.panes[side].picture.heightPx / track.heightPx;
  const sizePx = medianOf(seenFrames(track).map(({ body }) => bodySizePx(body)));
  const pen = new Pen(plan.canvas, side, sizePx * scale);
  const place = placeOf(plan, side, track);
  const paths = [handsLine(track)].filter(({ length }) => length > 1);
  const plane = addressPlane(track);
  const bodyAt = bodyOverTime(track);
  const { rect, crop } = plan.panes[side];
  const within = (stroke: Stroke) => (crop ? cutStroke(stroke, rect) : [stroke]);
  let before: number | null = null;
  return (shownAt) => {
    const lasting = plane ? pen.line(plane.map(place), 'plane') : [];
    const toCome = before === null ? [...lasting, ...paths.flatMap((path) => pen.dashed(path.map(place)))] : [];
    const gone = paths.flatMap((path) => pen.line(stretchOf(path, before, shownAt).map(place), 'path'));
    before = shownAt;
    const body = bodyAt(shownAt);
    const { lines, wrists } = body ? skeletonOf(body) : { lines: [], wrists: [] };
    const passing = [
      ...lines.flatMap((line) => pen.line(line.map(place), 'bone')),
      ...wrists.flatMap((wrist) => pen.line([wrist, wrist].map(place), 'wrist')),
    ];
    return [...toCome, ...gone, ...passing.map(forOneFrame)].flatMap(within);
  };
}

function outlineDrawer(plan: ComparisonPlan): Drawer | null {
  const { ghost } = plan;
  if (ghost?.look !== 'outline' || !ghost.outlines) return null;
  const place = placeOf(plan, 'pro', ghost.outlines);
  const [atRest] = ghost.outlines.outlines;
  const heights = (atRest?.rings.flatMap(cornersOf) ?? []).map((corner) => place(corner).y);
  const pen = new Pen(plan.canvas, 'pro', heights.length > 0 ? Math.max(...heights) - Math.min(...heights) : 0);
  const outlineAt = outlineOverTime(ghost.outlines);
  return (shownAt) =>
    (outlineAt(shownAt)?.rings ?? []).flatMap((ring) => {
      const corners = cornersOf(ring).map(place);
      return pen.line([...corners, ...corners.slice(0, 1)], 'outline').map(forOneFrame);
    });
}

/** Clips a stroke to a rectangle, so that lines of a cropped picture do not extend into the other side's. */
function cutStroke(stroke: Stroke, rect: Rect): Stroke[] {
  const part = cutSegment(stroke.from, stroke.to, stroke.width / 2, rect);
  return part ? [{ ...stroke, from: part[0], to: part[1] }] : [];
}

function forOneFrame(stroke: Stroke): Stroke {
  return { ...stroke, onlyThisFrame: true };
}

/** The corners of a ring as points. */
export function cornersOf(ring: Ring): readonly PicturePoint[] {
  return Array.from({ length: ring.length / 2 }, (_, at) => ({ xPx: ring[2 * at] ?? 0, yPx: ring[2 * at + 1] ?? 0 }));
}

/** Maps points of a side's upright picture of the given size to the canvas. */
export function placeOf(plan: ComparisonPlan, side: Side, { widthPx, heightPx }: Size): Place {
  const { picture, isMirrored } = plan.panes[side];
  return ({ xPx, yPx }) => ({
    x: picture.xPx + ((isMirrored ? widthPx - xPx : xPx) * picture.widthPx) / widthPx,
    y: picture.yPx + (yPx * picture.heightPx) / heightPx,
  });
}

/** The points of a path between two times, preceded by the last one before them, so that the line has no gap. */
function stretchOf(path: readonly HandsPoint[], after: number | null, upTo: number): readonly HandsPoint[] {
  const end = path.findLastIndex(({ time }) => time <= upTo);
  const begin = after === null ? 0 : path.findIndex(({ time }) => time > after);
  return begin === -1 || end < begin ? [] : path.slice(Math.max(0, begin - 1), end + 1);
}

/** From bottom to top. Each kind is drawn as one line, so that its parts do not overlap where they meet. */
const KINDS = ['plane', 'dashes', 'path', 'bone', 'wrist', 'outline'] as const;
type Kind = (typeof KINDS)[number];

/** Creates the strokes of one side. The dark edge of a line lies beneath its color everywhere. */
class Pen {
  readonly #bonePx: number;
  readonly #color: string;
  readonly #side: Side;

  /** `bodyPx`: the height of the body on the canvas. */
  constructor(canvas: Size, side: Side, bodyPx: number) {
    const widest = Math.min(BONE_OF_CANVAS * canvas.heightPx, BONE_OF_BODY * bodyPx);
    this.#bonePx = Math.max(LEAST_BONE_PX, widest);
    this.#color = SIDE_COLORS[side];
    this.#side = side;
  }

  line(points: readonly Point[], kind: Exclude<Kind, 'dashes'>): Stroke[] {
    const width = WIDTHS[kind] * this.#bonePx;
    const order = this.#order(kind);
    const edge = { color: EDGE_COLOR, width: width + WIDTHS.edge * this.#bonePx, order };
    const ink = { color: this.#color, width, order: order + 1 };
    const parts = segments(points);
    return [...parts.map((ends) => ({ ...ends, ...edge })), ...parts.map((ends) => ({ ...ends, ...ink }))];
  }

  /** A dashed line without an edge. */
  dashed(points: readonly Point[]): Stroke[] {
    const ink = { color: this.#color, width: WIDTHS.path * this.#bonePx, order: this.#order('dashes') };
    return dashesOf(points, DASH * this.#bonePx).map((ends) => ({ ...ends, ...ink }));
  }

  #order(kind: Kind): number {
    return 2 * (KINDS.indexOf(kind) + KINDS.length * SIDES.indexOf(this.#side));
  }
}

type Ends = Pick<Stroke, 'from' | 'to'>;

/** The segments of a line, point to point. */
export function segments(points: readonly Point[]): Ends[] {
  return points.slice(1).map((to, index) => ({ from: points[index] ?? to, to }));
}

/** Every other stretch of a given length along a line. */
function dashesOf(points: readonly Point[], lengthPx: number): Ends[] {
  const dashes: Ends[] = [];
  let gone = 0;
  for (const { from, to } of segments(points)) {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const at = (along: number): Point => ({
      x: from.x + ((to.x - from.x) * along) / length,
      y: from.y + ((to.y - from.y) * along) / length,
    });
    for (let along = 0; along < length; ) {
      const within = (gone + along) % (2 * lengthPx);
      const left = (within < lengthPx ? lengthPx : 2 * lengthPx) - within;
      const end = Math.min(length, along + Math.max(left, 1e-6));
      if (within < lengthPx) dashes.push({ from: at(along), to: at(end) });
      along = end;
    }
    gone += length;
  }
  return dashes;
}
