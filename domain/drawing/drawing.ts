// A drawing on the merged video (specification §3) and its limits (specification §9).

/** A point on the picture, in the pixels of the surface it was drawn on; origin top left. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One drawn segment. A freehand stroke consists of many. */
export interface Drawing {
  readonly from: Point;
  readonly to: Point;
  /** `#rrggbb` in lower case. */
  readonly color: string;
  /** Pixels of the drawing surface, a whole number from 1 to 20. */
  readonly width: number;
  /** When it was drawn, in seconds of the merged video, 0 or more. */
  readonly timestamp: number;
  /** True: shown only on the frame of its timestamp. Absent or false: from there to the end (specification §3). */
  readonly onlyThisFrame?: boolean;
}

/** Widths of a drawing in pixels of its surface: 1 to 20 in steps of 1, 3 by default (specification §9). */
export const DRAWING_WIDTH = Object.freeze({ least: 1, most: 20, step: 1, default: 3 });

/** The pressure at which a stylus draws in the chosen width: what devices without a sensor report (Pointer Events, `pressure`). */
const USUAL_PRESSURE = 0.5;

/**
 * The width of a line whose stylus was pressed: from half of the chosen width to one and a half times of it. The chosen one
 * for a mouse, a finger and the keyboard. `pressure`: the strongest, 0 to 1; null without a stylus.
 * @example
 * pressedWidth(6, 1) // 9
 * pressedWidth(6, null) // 6
 */
export function pressedWidth(chosenWidth: number, pressure: number | null): number {
  const pressed = chosenWidth * (1 + (pressure ?? USUAL_PRESSURE) - USUAL_PRESSURE);
  return Math.min(DRAWING_WIDTH.most, Math.max(DRAWING_WIDTH.least, Math.round(pressed)));
}

/** The default color of a drawing: red (specification §9). */
export const DEFAULT_DRAWING_COLOR = '#ff0000';

/** Maximum segments in one rendering (hostile case 97). */
export const MAX_DRAWINGS = 10_000;
