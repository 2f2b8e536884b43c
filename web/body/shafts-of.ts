// The club's shafts and the ball in a clip. Loads the code that reads frames with the first request.
import type { SaidOfBody } from '#domain/body/body-angles.ts';
import type { BodyTrack, SeenBall, SeenShaft } from '#domain/body/body-track.ts';
import type { ShaftClip } from './read-shafts.ts';

/** A clip of which the frame times may be unknown. */
type ClipToRead = Omit<ShaftClip, 'frameTimes'> & Partial<Pick<ShaftClip, 'frameTimes'>>;

/** The shafts that were found; none where the clip's frames cannot be read, and when it is stopped. */
export async function shaftsOf(
  { frameTimes, ...clip }: ClipToRead,
  track: BodyTrack,
  said: SaidOfBody,
  signal: AbortSignal,
): Promise<readonly SeenShaft[]> {
  if (!frameTimes) return [];
  try {
    const { readShafts } = await import('./read-shafts.ts');
    return await readShafts({ ...clip, frameTimes }, track, said, signal);
  } catch {
    return [];
  }
}

/** The ball before it is struck; null where it was not found or the clip's frames cannot be read, and when it is stopped. */
export async function ballOf(
  { frameTimes, ...clip }: ClipToRead,
  track: BodyTrack,
  said: SaidOfBody,
  signal: AbortSignal,
): Promise<SeenBall | null> {
  if (!frameTimes) return null;
  try {
    const { readBall } = await import('./read-ball.ts');
    return await readBall({ ...clip, frameTimes }, track, said, signal);
  } catch {
    return null;
  }
}
