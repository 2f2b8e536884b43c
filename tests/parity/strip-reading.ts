// Reads the strip below merged pictures: the distance of its ticks and play position from the plan, and whether tempos
// are shown. Used by tests.
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { layOutStrip, playPositionPx, type StripTick } from '#domain/rendering/strip-picture.ts';

/** The values read from a strip. */
export interface StripReading {
  /** For each tick that no other one touches, how far it is to the right of its place, in canvas pixels. */
  readonly tickErrors: readonly number[];
  /** The same for the play position in each merged frame. */
  readonly playErrors: readonly number[];
  /** The mean brightness of each written tempo's place, 0 to 255. */
  readonly tempos: readonly number[];
}

/** The ground is darker than this, and everything painted on it is brighter. */
const GROUND = 60;

/** Reads a plan's strip; null for a plan without one. `pictures`: all merged frames, one byte per pixel. */
export function readStrip(pictures: readonly Uint8Array[], plan: ComparisonPlan): StripReading | null {
  const { strip, canvas } = plan;
  if (!strip) return null;
  const layout = layOutStrip({ ...plan, strip }, strip.rect);
  const { bar, ticks, tempos } = layout;
  const pixel = (picture: Uint8Array, x: number, y: number) => picture[(strip.rect.yPx + y) * canvas.widthPx + x] ?? 0;
  // The play position is in one of these three at most.
  const apart = [0, 0.5, 1].map((share) => pictures[Math.round(share * (pictures.length - 1))] ?? new Uint8Array());
  const still = (x: number, y: number) =>
    apart.map((picture) => pixel(picture, x, y)).toSorted((a, b) => a - b)[1] ?? 0;

  const columns = Array.from({ length: canvas.widthPx }, (_, x) =>
    mean(rowsOf(bar.yPx, bar.heightPx).map((y) => still(x, y))),
  );
  const playErrors = pictures.map((picture, frame) => {
    const brighter = columns.map((before, x) => {
      const now = mean(rowsOf(bar.yPx, bar.heightPx).map((y) => pixel(picture, x, y)));
      return now - before > 0.3 * (235 - before) ? now - before : 0;
    });
    return center(brighter) - (playPositionPx(layout, { ...plan, strip }, frame) + (bar.widthPx - 1) / 2);
  });
  const isAlone = (tick: StripTick) =>
    ticks.every((other) => other === tick || other.side !== tick.side || Math.abs(other.xPx - tick.xPx) > tick.sizePx);
  const tickErrors = ticks.filter(isAlone).map((tick) => {
    const { xPx, yPx, sizePx } = tick;
    const from = Math.max(0, Math.floor(xPx - sizePx / 2 - 1));
    const across = Array.from({ length: Math.ceil(sizePx) + 3 }, (_, x) =>
      mean(
        rowsOf(Math.round(yPx - sizePx / 4), Math.round(sizePx / 2)).map((y) =>
          Math.max(0, still(from + x, y) - GROUND),
        ),
      ),
    );
    return from + center(across) - (xPx - 0.5);
  });
  const brightness = ({ rect }: (typeof tempos)[number]) =>
    mean(
      rowsOf(rect.yPx + 2, rect.heightPx - 4).flatMap((y) =>
        rowsOf(rect.xPx + 2, rect.widthPx - 4).map((x) => still(x, y)),
      ),
    );
  return { tickErrors, playErrors, tempos: tempos.map(brightness) };
}

function rowsOf(from: number, length: number): number[] {
  return Array.from({ length: Math.max(1, length) }, (_, row) => from + row);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean position of the values; NaN without any. */
function center(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.reduce((total, value, at) => total + value * at, 0) / sum;
}
