// The club's shafts in a clip. Loads the code that reads frames with the first request.
import type { SaidOfBody } from '#domain/body/body-angles.ts';
import type { BodyTrack, SeenShaft } from '#domain/body/body-track.ts';
import type { ShaftClip } from './read-shafts.ts';

/** The shafts that were found; none where the clip's frames cannot be read, and when it is stopped. */
export async function shaftsOf(
  { frameTimes, ...clip }: Omit<ShaftClip, 'frameTimes'> & Partial<Pick<ShaftClip, 'frameTimes'>>,
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
