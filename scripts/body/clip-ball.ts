// Searches for the ball in the frames of a file, as the product does, with frames that ffmpeg decodes.
import { ballIn, ballLook } from '#domain/body/ball-search.ts';
import type { SeenBall } from '#domain/body/body-track.ts';
import { frameIndex, framesOf, frameTimesOf } from './clip-frames.ts';
import { type FileSwing, scaled } from './clip-shafts.ts';
import type { SheetCell } from './shaft-sheet.ts';

/** What was found in a clip. */
export interface SearchedBall {
  readonly ball: SeenBall | null;
  /** The frames at rest, at the top and after the strike, around the ball or the middle of the searched ground. */
  readonly cells: readonly SheetCell[];
  readonly tookMs: number;
}

/** How much of the picture a cell shows to each side, in body heights; the cell's own unit is a leg. */
const SHOWN = 0.2;
const LEGS_SHOWN = 1.25;
/** The radius of the circle around a ball, in body heights. */
const CIRCLE = 0.03;

/** Searches a clip whose body and shafts are known; null where there is nothing to search. */
export function searchedBall({ file, track, marks, slowMotionFactor }: FileSwing): SearchedBall | null {
  const frameTimes = frameTimesOf(file);
  const look = ballLook(track, frameTimes, marks, slowMotionFactor);
  if (!look) return null;
  const { scale, rest, before, after, area, heightPx } = look;
  const size = { widthPx: Math.round(track.widthPx * scale), heightPx: Math.round(track.heightPx * scale) };
  const index = (time: number) => frameIndex(frameTimes, time);
  const pictures = framesOf(
    file,
    [rest, ...before, ...after].map(({ time }) => index(time)),
    size,
  );
  const started = performance.now();
  const ball = ballIn(look, (time) => pictures.get(index(time)) ?? null);
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
