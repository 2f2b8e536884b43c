// Searches for the club's shaft in the frames of a file, as the product does, with frames that ffmpeg decodes.
import type { BodyTrack, PicturePoint, SeenShaft } from '#domain/body/body-track.ts';
import { type ShaftLook, shaftIn, shaftLooks } from '#domain/body/shaft-search.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { frameIndex, framesOf, frameTimesOf } from './clip-frames.ts';
import type { SheetCell } from './shaft-sheet.ts';

/** A swing to search. */
export interface FileSwing {
  readonly file: string;
  readonly track: BodyTrack;
  readonly marks: SwingAnnotations;
  readonly slowMotionFactor: number;
}

/** One frame that was searched. */
export interface SearchedFrame {
  readonly look: ShaftLook;
  readonly shaft: SeenShaft | null;
  readonly cell: SheetCell;
}

/** Searches every frame in which the shaft can be measured. */
export function searchedFrames({ file, track, marks, slowMotionFactor }: FileSwing): readonly SearchedFrame[] {
  const frameTimes = frameTimesOf(file);
  const { scale, looks } = shaftLooks(track, frameTimes, marks, slowMotionFactor);
  if (looks.length === 0) return [];
  const times = [...new Set(looks.flatMap(({ time, stillTime }) => (stillTime === null ? [time] : [time, stillTime])))];
  const size = { widthPx: Math.round(track.widthPx * scale), heightPx: Math.round(track.heightPx * scale) };
  const pictures = framesOf(
    file,
    times.map((time) => frameIndex(frameTimes, time)),
    size,
  );
  const at = (time: number) => pictures.get(frameIndex(frameTimes, time));
  return looks.flatMap((look) => {
    const picture = at(look.time);
    if (!picture) return [];
    const still = look.stillTime === null ? null : (at(look.stillTime) ?? null);
    const shaft = shaftIn(look, scale, picture, still);
    const { hands, legPx } = 'swung' in look.search ? look.search.swung : look.search.toGround;
    const line = shaft && { grip: scaled(shaft.grip, scale), end: scaled(shaft.end, scale) };
    return [{ look, shaft, cell: { picture, hands: scaled(hands, scale), legPx: legPx * scale, line } }];
  });
}

export function scaled({ xPx, yPx }: PicturePoint, by: number): PicturePoint {
  return { xPx: xPx * by, yPx: yPx * by };
}
