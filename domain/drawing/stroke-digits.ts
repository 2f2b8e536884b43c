// Digits as lines, so that every renderer that draws lines writes the same number.
import type { Point } from './drawing.ts';

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

/** A number of degrees as lines, centred on a point and scaled to a height. Characters without lines are left out. */
export function digitLines(text: string, middle: Point, height: number): readonly (readonly Point[])[] {
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
