// Finds the club's shaft in the frames of a clip in which it can be measured. Loaded lazily: it decodes frames.
import type { SaidOfBody } from '#domain/body/body-angles.ts';
import type { BodyTrack, SeenShaft } from '#domain/body/body-track.ts';
import { shaftIn, shaftLooks } from '#domain/body/shaft-search.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type GrayClip, readGrays } from './read-grays.ts';

/** A clip with a tracked golfer. */
export interface ShaftClip extends GrayClip {
  readonly annotations: SwingAnnotations;
  readonly slowMotionFactor: number;
}

/** The shafts that were found, at most five. Rejects when it is stopped or the frames cannot be read. */
export async function readShafts(
  { source, frameTimes, annotations, slowMotionFactor }: ShaftClip,
  track: BodyTrack,
  said: SaidOfBody,
  signal: AbortSignal,
): Promise<readonly SeenShaft[]> {
  const { scale, looks } = shaftLooks(track, frameTimes, annotations, slowMotionFactor, said);
  const times = looks.flatMap(({ time, stillTime }) => [time, stillTime ?? time]);
  if (times.length === 0) return [];
  const grays = await readGrays({ source, frameTimes }, times, Math.round(scale * track.heightPx), signal);
  const shafts: SeenShaft[] = [];
  for (const look of looks) {
    // A search takes up to 100 ms: the page must react between two.
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    const picture = grays.get(look.time);
    const still = look.stillTime === null ? null : (grays.get(look.stillTime) ?? null);
    const shaft = picture && shaftIn(look, picture.heightPx / track.heightPx, picture, still);
    if (shaft) shafts.push(shaft);
  }
  return shafts;
}
