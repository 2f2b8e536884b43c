// A contact sheet of what was found in frames, for a person to judge: each frame around a point, with a line dashed or a place circled.
import { execaSync } from 'execa';
import type { PicturePoint } from '#domain/body/body-track.ts';
import type { GrayPicture } from '#domain/body/gray-picture.ts';

/** One frame of the sheet, in pixels of its picture. */
export interface SheetCell {
  readonly picture: GrayPicture;
  readonly hands: PicturePoint;
  readonly legPx: number;
  readonly line: { readonly grip: PicturePoint; readonly end: PicturePoint } | null;
  /** A place, and the radius of the circle around it. */
  readonly circle?: { readonly middle: PicturePoint; readonly radiusPx: number } | null;
}

const CELL_PX = 380;
/** How much of the picture is shown around the hands, in leg lengths. */
const AROUND = 1.25;
const DASH_PX = 7;

/** Writes the cells as one PNG. */
export function writeSheet(cells: readonly SheetCell[], file: string, columns = 5): void {
  const rows = Math.ceil(cells.length / columns);
  const [widthPx, heightPx] = [columns * CELL_PX, rows * CELL_PX];
  const pixels = new Uint8Array(3 * widthPx * heightPx);
  for (const [index, cell] of cells.entries()) {
    const [left, top] = [(index % columns) * CELL_PX, Math.floor(index / columns) * CELL_PX];
    paintCell(cell, (x, y, color) => pixels.set(color, 3 * ((top + y) * widthPx + left + x)));
  }
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${widthPx}x${heightPx}`, '-i', '-'];
  execaSync('ffmpeg', ['-v', 'error', '-y', ...raw, file], { input: pixels });
}

type Paint = (x: number, y: number, color: readonly [number, number, number]) => void;

function paintCell({ picture, hands, legPx, line, circle }: SheetCell, paint: Paint): void {
  const scale = (2 * AROUND * legPx) / CELL_PX;
  const from = { xPx: hands.xPx - AROUND * legPx, yPx: hands.yPx - AROUND * legPx };
  for (let y = 0; y < CELL_PX - 2; y += 1) {
    for (let x = 0; x < CELL_PX - 2; x += 1) {
      const [column, row] = [Math.round(from.xPx + x * scale), Math.round(from.yPx + y * scale)];
      const isInside = column >= 0 && row >= 0 && column < picture.widthPx && row < picture.heightPx;
      const gray = isInside ? (picture.luma[row * picture.widthPx + column] ?? 0) : 0;
      paint(x, y, [gray, gray, gray]);
    }
  }
  const inCell = ({ xPx, yPx }: PicturePoint) => ({ x: (xPx - from.xPx) / scale, y: (yPx - from.yPx) / scale });
  const mark = (x: number, y: number) => {
    if (x >= 0 && y >= 0 && x < CELL_PX - 2 && y < CELL_PX - 2) paint(Math.round(x), Math.round(y), [255, 40, 40]);
  };
  if (circle) {
    const middle = inCell(circle.middle);
    for (let degrees = 0; degrees < 360; degrees += 2) {
      const angle = (degrees * Math.PI) / 180;
      const radius = circle.radiusPx / scale;
      mark(middle.x + radius * Math.cos(angle), middle.y + radius * Math.sin(angle));
    }
  }
  if (!line) return;
  const [grip, end] = [inCell(line.grip), inCell(line.end)];
  const length = Math.hypot(end.x - grip.x, end.y - grip.y);
  for (let along = 0; along < length; along += 0.5) {
    if (Math.floor(along / DASH_PX) % 3 !== 0) continue;
    const [x, y] = [grip.x, grip.y].map((start, axis) =>
      Math.round(start + ((axis === 0 ? end.x - grip.x : end.y - grip.y) * along) / length),
    ) as [number, number];
    mark(x, y);
  }
}
