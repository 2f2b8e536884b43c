// A name on its dark plate, pixel by pixel, as every renderer paints it.
import { coverOf, type Lettering } from '#domain/lettering/lettering.ts';

/** Opacity of the plate, 0 to 1. */
export const PLATE_COVER = 0.7;

/** The ink of a pixel, 0 to 1, on a plate of a given size: the lettering, scaled smoothly. */
export function plateInk(lettering: Lettering, widthPx: number, heightPx: number): Float32Array {
  const cover = coverOf(lettering);
  const ink = new Float32Array(widthPx * heightPx);
  const [stepX, stepY] = [lettering.widthPx / widthPx, lettering.heightPx / heightPx];
  const at = (x: number, y: number) => {
    const [column, row] = [
      Math.min(Math.max(x, 0), lettering.widthPx - 1),
      Math.min(Math.max(y, 0), lettering.heightPx - 1),
    ];
    return cover[row * lettering.widthPx + column] ?? 0;
  };
  for (let y = 0; y < heightPx; y += 1) {
    const fromY = (y + 0.5) * stepY - 0.5;
    const row = Math.floor(fromY);
    const down = fromY - row;
    for (let x = 0; x < widthPx; x += 1) {
      const fromX = (x + 0.5) * stepX - 0.5;
      const column = Math.floor(fromX);
      const across = fromX - column;
      const upper = at(column, row) * (1 - across) + at(column + 1, row) * across;
      const lower = at(column, row + 1) * (1 - across) + at(column + 1, row + 1) * across;
      ink[y * widthPx + x] = upper * (1 - down) + lower * down;
    }
  }
  return ink;
}
