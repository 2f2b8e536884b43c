// Converts each kind of drawing into lines, which every renderer paints unchanged: screen and video match.
import type { Rect } from '#domain/geometry.ts';
import type { Point } from './drawing.ts';

/** The kinds of drawings. */
export const SHAPES = ['free', 'line', 'angle', 'circle', 'arrow'] as const;

/**
 * `free`: through all its points. `line` and `arrow`: from the first point to the second. `circle`: its center and a
 * point on it. `angle`: one end, the corner, the other end.
 */
export type ShapeKind = (typeof SHAPES)[number];

/** The number of points of a kind of drawing; null for any number. */
export function pointsOf(kind: ShapeKind): number | null {
  return kind === 'free' ? null : kind === 'angle' ? 3 : 2;
}

/** A drawing by its points, in pixels of the picture that it is drawn on. */
interface Shape {
  readonly kind: ShapeKind;
  /** At least one point; a drawing with fewer points than its kind needs is incomplete. */
  readonly points: readonly Point[];
  /** In pixels of the drawing surface. */
  readonly width: number;
}

/** A line of a drawing. A single point is a dot. */
export interface InkLine {
  readonly points: readonly Point[];
  /** In pixels of the drawing surface, a whole number. */
  readonly width: number;
}

/** The lines of a drawing. `unitPx`: pixels of the picture per pixel of the drawing surface. */
export function shapeLines({ kind, points, width }: Shape, unitPx: number): readonly InkLine[] {
  const [first, second, third] = points;
  const inWidth = (line: readonly Point[]): InkLine => ({ points: line, width });
  if (!first || !second || kind === 'free' || kind === 'line') return [inWidth(points)];
  if (kind === 'circle') return [inWidth(circle(first, distance(first, second)))];
  if (kind === 'arrow') return [inWidth(points), inWidth(head(first, second, width * unitPx))];
  if (!third) return [inWidth(points)];
  return [inWidth(points), ...angleMark({ points, width }, [first, second, third], unitPx)];
}

/** The angle at a corner between two ends, from 0 to 180 degrees; null where an end lies on the corner. */
export function degreesAt(corner: Point, end: Point, other: Point): number | null {
  if (distance(corner, end) === 0 || distance(corner, other) === 0) return null;
  return Math.abs(turnBetween(corner, end, other)) * (180 / Math.PI);
}

/** Clips lines to a rectangle, so that a drawing on one side's picture does not extend into the other's. */
export function cutLines(lines: readonly InkLine[], rect: Rect, unitPx: number): readonly InkLine[] {
  return lines.flatMap(({ points, width }) => {
    const parts: Point[][] = [];
    for (const [index, to] of (points.length === 1 ? [...points, ...points] : points).entries()) {
      const from = index === 0 ? null : points[index - 1];
      const part = from && cutSegment(from, to, (width * unitPx) / 2, rect);
      if (!part) continue;
      const last = parts.at(-1);
      const end = last?.at(-1);
      if (last && end && end.x === part[0].x && end.y === part[0].y) last.push(part[1]);
      else parts.push([...part]);
    }
    return parts.map((part) => ({ points: part, width }));
  });
}

/** The part of a segment that stays at least `reach` inside a rectangle; null where none of it does. */
export function cutSegment(from: Point, to: Point, reach: number, rect: Rect): readonly [Point, Point] | null {
  const { xPx, yPx, widthPx, heightPx } = rect;
  let [start, end] = [0, 1];
  for (const [at, by, least, most] of [
    [from.x, to.x - from.x, xPx + reach, xPx + widthPx - reach],
    [from.y, to.y - from.y, yPx + reach, yPx + heightPx - reach],
  ] as const) {
    if (by === 0) {
      if (at < least || at > most) return null;
      continue;
    }
    const [one, other] = [(least - at) / by, (most - at) / by];
    start = Math.max(start, Math.min(one, other));
    end = Math.min(end, Math.max(one, other));
  }
  if (start > end) return null;
  const along = (share: number): Point => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  });
  return [start > 0 ? along(start) : from, end < 1 ? along(end) : to];
}

/** Segments per circle: it looks round at every size. */
const CIRCLE_PIECES = 72;

function circle(middle: Point, radius: number): readonly Point[] {
  return arc(middle, radius, 0, 2 * Math.PI, CIRCLE_PIECES);
}

/**
 * Length of an arrow's head: a share of the arrow, at least a multiple of the line's width, and limited to a share of
 * the arrow. `turn` is half the opening angle, in radians.
 */
const HEAD = { ofLength: 0.2, leastWidths: 4, mostOfLength: 0.6, turn: Math.PI / 7 } as const;

function head(from: Point, to: Point, widthPx: number): readonly Point[] {
  const length = distance(from, to);
  const headPx = Math.min(Math.max(length * HEAD.ofLength, HEAD.leastWidths * widthPx), length * HEAD.mostOfLength);
  const back = Math.atan2(from.y - to.y, from.x - to.x);
  const side = (turn: number): Point => ({
    x: to.x + headPx * Math.cos(back + turn),
    y: to.y + headPx * Math.sin(back + turn),
  });
  return [side(HEAD.turn), to, side(-HEAD.turn)];
}

/** Distance of an angle's arc from its corner, in pixels of the surface; at most half of its shorter side. */
const ARC_PX = 26;
/**
 * Size of the angle's number in pixels of the surface: its height, the maximum width of its lines, its distance beyond the
 * arc, and the least distance of its middle from the arms.
 */
const NUMBER = { heightPx: 15, mostWidth: 2, beyondArcPx: 19, clearPx: 19 } as const;

function angleMark(
  { width }: Omit<Shape, 'kind'>,
  [end, corner, other]: readonly [Point, Point, Point],
  unitPx: number,
): readonly InkLine[] {
  const degrees = degreesAt(corner, end, other);
  if (degrees === null) return [];
  const turn = turnBetween(corner, end, other);
  const from = Math.atan2(end.y - corner.y, end.x - corner.x);
  const radius = Math.min(ARC_PX * unitPx, Math.min(distance(corner, end), distance(corner, other)) / 2);
  // Between the arms of a narrow angle the number would cross them: it stands behind the corner.
  const within = radius + NUMBER.beyondArcPx * unitPx;
  const isNarrow = within * Math.sin(Math.abs(turn) / 2) < NUMBER.clearPx * unitPx;
  const away = isNarrow ? -NUMBER.clearPx * unitPx : within;
  const middle = { x: corner.x + away * Math.cos(from + turn / 2), y: corner.y + away * Math.sin(from + turn / 2) };
  const thin = Math.min(width, NUMBER.mostWidth);
  return [
    { points: arc(corner, radius, from, turn, Math.max(4, Math.round(degrees / 5))), width: thin },
    ...digitLines(`${Math.round(degrees)}°`, middle, NUMBER.heightPx * unitPx).map((points) => ({
      points,
      width: thin,
    })),
  ];
}

function arc(middle: Point, radius: number, from: number, turn: number, pieces: number): readonly Point[] {
  return Array.from({ length: pieces + 1 }, (_, index) => {
    const angle = from + (turn * index) / pieces;
    return { x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) };
  });
}

/** The rotation from the direction of one end to that of the other, from −π to π. */
function turnBetween(corner: Point, end: Point, other: Point): number {
  const turn = Math.atan2(other.y - corner.y, other.x - corner.x) - Math.atan2(end.y - corner.y, end.x - corner.x);
  return turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn;
}

/** The distance between two points. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Width, height and advance of a digit, in cell units. */
const CELL = { width: 4, height: 6, step: 5.6 } as const;

/** The lines of each sign, as pairs of x and y in its cell; origin top left. */
const SIGNS: Readonly<Record<string, readonly (readonly number[])[]>> = {
  '0': [[1, 0, 3, 0, 4, 1, 4, 5, 3, 6, 1, 6, 0, 5, 0, 1, 1, 0]],
  '1': [[0.7, 1.4, 2.2, 0, 2.2, 6]],
  '2': [[0, 1.2, 1, 0, 3, 0, 4, 1, 4, 2.2, 0, 6, 4, 6]],
  '3': [[0, 0, 4, 0, 1.8, 2.5, 3, 2.5, 4, 3.5, 4, 5, 3, 6, 1, 6, 0, 5]],
  '4': [[3, 6, 3, 0, 0, 4.2, 4, 4.2]],
  '5': [[4, 0, 0.4, 0, 0, 2.8, 2.8, 2.4, 4, 3.5, 4, 5, 3, 6, 1, 6, 0, 5]],
  '6': [[3.6, 0.3, 2.4, 0, 1, 0.8, 0, 3, 0, 5, 1, 6, 3, 6, 4, 5, 4, 3.8, 3, 2.8, 1, 2.8, 0, 3.8]],
  '7': [[0, 0, 4, 0, 1.4, 6]],
  '8': [
    [1, 2.8, 0, 1.8, 0, 1, 1, 0, 3, 0, 4, 1, 4, 1.8, 3, 2.8, 1, 2.8, 0, 3.8, 0, 5, 1, 6, 3, 6, 4, 5, 4, 3.8, 3, 2.8],
  ],
  '9': [[0.4, 5.7, 1.6, 6, 3, 5.2, 4, 3, 4, 1, 3, 0, 1, 0, 0, 1, 0, 2.2, 1, 3.2, 3, 3.2, 4, 2.2]],
  '°': [[0.6, 0, 1.6, 0, 2, 0.5, 2, 1.3, 1.6, 1.8, 0.6, 1.8, 0.2, 1.3, 0.2, 0.5, 0.6, 0]],
};

/** A number of degrees as lines, centered on a point and scaled to a height. Characters without lines are left out. */
function digitLines(text: string, middle: Point, height: number): readonly (readonly Point[])[] {
  const scale = height / CELL.height;
  const signs = [...text].filter((sign) => sign in SIGNS);
  const width = (signs.length - 1) * CELL.step + CELL.width;
  return signs.flatMap((sign, index) =>
    (SIGNS[sign] ?? []).map((line) =>
      Array.from({ length: line.length / 2 }, (_, at) => ({
        x: middle.x + ((line[2 * at] ?? 0) + index * CELL.step - width / 2) * scale,
        y: middle.y + ((line[2 * at + 1] ?? 0) - CELL.height / 2) * scale,
      })),
    ),
  );
}
