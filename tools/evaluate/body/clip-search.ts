// Searches for the club's shaft and for the ball in the frames of a file, as the product does, with frames that ffmpeg decodes;
// and writes contact sheets of what was found, for a person to judge.

import { execaSync } from 'execa';
import { ballFrames, ballIn } from '#domain/body/ball-search.ts';
import { scaled } from '#domain/body/body-geometry.ts';
import type { BodyTrack, PicturePoint, SeenBall, SeenShaft } from '#domain/body/body-track.ts';
import type { GrayPicture } from '#domain/body/gray-picture.ts';
import { type ShaftFrame, shaftFrames, shaftIn } from '#domain/body/shaft-search.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';

export interface FileSwing {
  readonly file: string;
  readonly track: BodyTrack;
  readonly marks: SwingAnnotations;
  readonly slowMotionFactor: number;
}

interface SearchedFrame {
  readonly frame: ShaftFrame;
  readonly shaft: SeenShaft | null;
  readonly cell: SheetCell;
}

/** Searches every frame in which the shaft can be measured, or those around its level position in the backswing. */
export function searchedFrames(
  { file, track, marks, slowMotionFactor }: FileSwing,
  chosen: typeof shaftFrames = shaftFrames,
): readonly SearchedFrame[] {
  const frameTimes = frameTimesOf(file);
  const { scale, frames } = chosen(track, frameTimes, marks, slowMotionFactor);
  if (frames.length === 0) return [];
  const times = [
    ...new Set(frames.flatMap(({ time, stillTime }) => (stillTime === null ? [time] : [time, stillTime]))),
  ];
  const size = { widthPx: Math.round(track.widthPx * scale), heightPx: Math.round(track.heightPx * scale) };
  const pictures = framesOf(
    file,
    times.map((time) => frameIndex(frameTimes, time)),
    size,
  );
  const at = (time: number) => pictures.get(frameIndex(frameTimes, time));
  return frames.flatMap((frame) => {
    const picture = at(frame.time);
    if (!picture) return [];
    const still = frame.stillTime === null ? null : (at(frame.stillTime) ?? null);
    const shaft = shaftIn(frame, scale, picture, still);
    const { hands, legPx } = 'swung' in frame.search ? frame.search.swung : frame.search.toGround;
    const line = shaft && { grip: scaled(shaft.grip, scale), end: scaled(shaft.end, scale) };
    return [{ frame, shaft, cell: { picture, hands: scaled(hands, scale), legPx: legPx * scale, line } }];
  });
}

/** The frame that is shown at a time. */
function frameIndex(frameTimes: readonly number[], time: number): number {
  const index = frameTimes.findLastIndex((each) => each <= time + 5e-4);
  return Math.max(0, index);
}

/** When each frame is shown, in seconds after the first. */
export function frameTimesOf(file: string): readonly number[] {
  const entries = ['-select_streams', 'v:0', '-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0'];
  const { stdout } = execaSync('ffprobe', ['-v', 'error', ...entries, file]);
  const times = stdout
    .split('\n')
    .filter((line) => line !== '' && !line.includes('D'))
    .map((line) => Number.parseFloat(line));
  const sorted = times.filter((time) => !Number.isNaN(time)).toSorted((a, b) => a - b);
  return sorted.map((time) => time - (sorted[0] ?? 0));
}

/** Some frames by their index, scaled and gray. */
function framesOf(
  file: string,
  indices: readonly number[],
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
) {
  const wanted = [...new Set(indices)].toSorted((a, b) => a - b);
  const select = `select='${wanted.map((index) => `eq(n,${index})`).join('+')}',scale=${widthPx}:${heightPx}:flags=area,format=gray`;
  const output = ['-fps_mode', 'passthrough', '-f', 'rawvideo', '-'];
  const { stdout } = execaSync('ffmpeg', ['-v', 'error', '-i', file, '-vf', select, ...output], {
    encoding: 'buffer',
    maxBuffer: 1e9,
  });
  const bytes = stdout as Uint8Array;
  return new Map<number, GrayPicture>(
    wanted.map((index, order) => {
      const from = order * widthPx * heightPx;
      return [index, { widthPx, heightPx, luma: bytes.subarray(from, from + widthPx * heightPx) }];
    }),
  );
}

interface SearchedBall {
  readonly ball: SeenBall | null;
  /** The frames at rest, at the top and after the strike, around the ball or the middle of the searched ground. */
  readonly cells: readonly SheetCell[];
  readonly tookMs: number;
}

/** The extent of a cell to each side, in body heights. The cell's own unit is a leg. */
const SHOWN = 0.2;
const LEGS_SHOWN = 1.25;
/** The radius of the circle around a ball, in body heights. */
const CIRCLE = 0.03;

/** Searches a clip whose body and shafts are known; null where there is nothing to search. */
export function searchedBall({ file, track, marks, slowMotionFactor }: FileSwing): SearchedBall | null {
  const frameTimes = frameTimesOf(file);
  const searched = ballFrames(track, frameTimes, marks, slowMotionFactor);
  if (!searched) return null;
  const { scale, rest, before, after, area, heightPx } = searched;
  const size = { widthPx: Math.round(track.widthPx * scale), heightPx: Math.round(track.heightPx * scale) };
  const index = (time: number) => frameIndex(frameTimes, time);
  const pictures = framesOf(
    file,
    [rest, ...before, ...after].map(({ time }) => index(time)),
    size,
  );
  const started = performance.now();
  const ball = ballIn(searched, (time) => pictures.get(index(time)) ?? null);
  const tookMs = performance.now() - started;
  const middle = scaled(
    ball ?? { xPx: (area.from.xPx + area.to.xPx) / 2, yPx: (area.from.yPx + area.to.yPx) / 2 },
    scale,
  );
  const shown = [rest, before.at(-1), after[0]].flatMap((frame) => frame ?? []);
  const cells = shown.flatMap(({ time, anchor }): readonly SheetCell[] => {
    const picture = pictures.get(index(time));
    if (!picture) return [];
    const moved = scaled({ xPx: anchor.xPx - rest.anchor.xPx, yPx: anchor.yPx - rest.anchor.yPx }, scale);
    const here = { xPx: middle.xPx + moved.xPx, yPx: middle.yPx + moved.yPx };
    const circle = ball && { middle: here, radiusPx: CIRCLE * heightPx * scale };
    const legPx = ((ball ? SHOWN : 2 * SHOWN) / LEGS_SHOWN) * heightPx * scale;
    return [{ picture, hands: here, legPx, line: null, circle }];
  });
  return { ball, cells, tookMs };
}

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
