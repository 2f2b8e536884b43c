// A set of shots as one picture: every golfer's skeleton over the picture of the typical shot, at the moment that the focus is about.
import { measureTime } from '#domain/body/body-angles.ts';
import { meanOf, middleOfPair } from '#domain/body/body-geometry.ts';
import { bodyOverTime } from '#domain/body/body-over-time.ts';
import type { BodyTrack, PicturePoint, SeenBody } from '#domain/body/body-track.ts';
import { type SkeletonLine, skeletonOf } from '#domain/body/skeleton.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { Focus } from './focus.ts';
import type { MeasuredValue } from './retest.ts';

/** The body at the moment where a shot was measured. */
export interface ShotPose extends Size {
  /** In seconds on the clip's shown timeline. */
  readonly time: number;
  /** In pixels of the clip's upright picture, whose size is `widthPx` by `heightPx`. */
  readonly body: SeenBody;
}

/** A measured shot with its pose. */
export interface PosedShot {
  readonly measured: MeasuredValue;
  readonly pose: ShotPose;
}

/** What the picture shows. */
export interface ShotsPicture {
  /** The index of the shot with the value nearest to the mean: its picture lies below all skeletons. */
  readonly typical: number;
  /** The index of the shot with the value nearest to the goal. */
  readonly best: number;
  /** The mean, the least and the greatest of the values, in the measure's unit. */
  readonly mean: number;
  readonly least: number;
  readonly most: number;
  /** Each shot's skeleton on the typical one's feet, in pixels of the typical clip's upright picture; in the order of the shots. */
  readonly skeletons: readonly (readonly SkeletonLine[])[];
  /** The part of the typical clip's picture with all skeletons, and room for the club; inside the picture. */
  readonly crop: Rect;
}

/** The room around all skeletons in their heights: to each side, above the heads, and below the feet. */
const ROOM = { aside: 0.25, above: 0.14, below: 0.08 } as const;

/** The pose of a shot at the moment that a focus is about; null where that moment or the body is unknown. */
export function shotPose(
  { position }: Pick<Focus, 'position'>,
  track: BodyTrack,
  annotations: SwingAnnotations,
): ShotPose | null {
  const time = measureTime(track, annotations, position);
  const body = time === null ? null : bodyOverTime(track)(time);
  if (time === null || !body) return null;
  return Object.freeze({ time, body, widthPx: track.widthPx, heightPx: track.heightPx });
}

/** Plans the picture of a set of shots for a focus; null for fewer than two. */
export function planShotsPicture({ goal }: Pick<Focus, 'goal'>, shots: readonly PosedShot[]): ShotsPicture | null {
  const values = shots.map(({ measured: { value } }) => value);
  const mean = meanOf(values);
  const typical = nearestTo(values, mean);
  const shown = shots[typical]?.pose;
  if (!shown || shots.length < 2) return null;
  const skeletons = shots.map(({ pose }) => onFeetOf(shown, pose));
  return Object.freeze({
    typical,
    best: nearestTo(values, goal),
    mean,
    least: Math.min(...values),
    most: Math.max(...values),
    skeletons: Object.freeze(skeletons),
    crop: cropAround(skeletons.flat(2), shown),
  });
}

function nearestTo(values: readonly number[], value: number): number {
  const away = values.map((each) => Math.abs(each - value));
  return away.indexOf(Math.min(...away));
}

/** A shot's skeleton, moved so that its ankles are where those of the shown one are. Clips of other sizes are scaled. */
function onFeetOf(shown: ShotPose, { body, heightPx }: ShotPose): readonly SkeletonLine[] {
  const scale = shown.heightPx / heightPx;
  const [to, from] = [middleOfPair(shown.body, 'Ankle'), middleOfPair(body, 'Ankle')];
  const moved = ({ xPx, yPx }: PicturePoint): PicturePoint => ({
    xPx: to.xPx + (xPx - from.xPx) * scale,
    yPx: to.yPx + (yPx - from.yPx) * scale,
  });
  return skeletonOf(body).lines.map(([a, b]) => [moved(a), moved(b)] as const);
}

function cropAround(points: readonly PicturePoint[], { widthPx, heightPx }: Size): Rect {
  const [xs, ys] = [points.map(({ xPx }) => xPx), points.map(({ yPx }) => yPx)];
  const tall = Math.max(...ys) - Math.min(...ys);
  const left = Math.max(0, Math.min(...xs) - ROOM.aside * tall);
  const top = Math.max(0, Math.min(...ys) - ROOM.above * tall);
  const right = Math.min(widthPx, Math.max(...xs) + ROOM.aside * tall);
  const bottom = Math.min(heightPx, Math.max(...ys) + ROOM.below * tall);
  return { xPx: left, yPx: top, widthPx: right - left, heightPx: bottom - top };
}
