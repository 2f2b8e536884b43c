// Finds the ball before it is struck in the frames of a clip. Loaded lazily: it decodes frames.
import { ballLook } from '#domain/body/ball-search.ts';
import type { SaidOfBody } from '#domain/body/body-angles.ts';
import type { BodyTrack, SeenBall } from '#domain/body/body-track.ts';
import type { ToBallWorker } from './ball-worker.ts';
import { readGrays, type ShaftClip } from './read-shafts.ts';

/** The ball; null where it was not found. Rejects when it is stopped or the frames cannot be read. */
export async function readBall(
  { source, frameTimes, annotations, slowMotionFactor }: ShaftClip,
  track: BodyTrack,
  said: SaidOfBody,
  signal: AbortSignal,
): Promise<SeenBall | null> {
  const look = ballLook(track, frameTimes, annotations, slowMotionFactor, said);
  if (!look) return null;
  const times = [look.rest, ...look.before, ...look.after].map(({ time }) => time);
  const grays = await readGrays({ source, frameTimes }, times, Math.round(look.scale * track.heightPx), signal);
  signal.throwIfAborted();
  return ballInWorker({ look, grays }, signal);
}

function ballInWorker(request: ToBallWorker, signal: AbortSignal): Promise<SeenBall | null> {
  const worker = new Worker(new URL('./ball-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<SeenBall | null>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.addEventListener('message', ({ data }: MessageEvent<SeenBall | null>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The search for the ball failed')));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
