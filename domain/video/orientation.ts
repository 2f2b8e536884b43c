// Rotation and mirroring that make a coded picture upright.
import type { Rect, Size } from '#domain/geometry.ts';

/** The eight orientations of a picture. `turned…` is the clockwise rotation that makes it upright. */
export const ORIENTATIONS = [
  'upright',
  'turned-90',
  'turned-180',
  'turned-270',
  'mirrored',
  'mirrored-turned-180',
  'mirrored-turned-90',
  'mirrored-turned-270',
] as const;

/** See {@link ORIENTATIONS}. Mirrored ones are rotated first and then mirrored left to right. */
export type Orientation = (typeof ORIENTATIONS)[number];

/** Whether width and height are swapped when the picture is made upright. */
export function swapsSides(orientation: Orientation): boolean {
  return orientation.endsWith('90') || orientation.endsWith('270');
}

/** The part of the coded picture that becomes a given part of the upright picture, both in square pixels. */
export function codedPart(orientation: Orientation, upright: Size, part: Rect): Rect {
  const { xPx, yPx, widthPx, heightPx } = part;
  const fromRight = upright.widthPx - xPx - widthPx;
  const fromBottom = upright.heightPx - yPx - heightPx;
  const across = { widthPx: heightPx, heightPx: widthPx };
  const places: Readonly<Record<Orientation, Rect>> = {
    upright: part,
    'turned-90': { xPx: yPx, yPx: fromRight, ...across },
    'turned-180': { ...part, xPx: fromRight, yPx: fromBottom },
    'turned-270': { xPx: fromBottom, yPx: xPx, ...across },
    mirrored: { ...part, xPx: fromRight },
    'mirrored-turned-180': { ...part, yPx: fromBottom },
    'mirrored-turned-90': { xPx: yPx, yPx: xPx, ...across },
    'mirrored-turned-270': { xPx: fromBottom, yPx: fromRight, ...across },
  };
  return places[orientation];
}
