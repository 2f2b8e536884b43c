// The frames of a camera or microphone track. Chromium reads tracks on the page, Safari from 18 on the camera's in workers only.
import { isWebKitGtk } from '#web/lib/is-webkit-gtk.ts';
import { canReadShownFrames, MAX_WAITING_FRAMES } from './shown-frames.ts';

/** Where a camera's frames are read: from its track, or from a video that shows it. */
export type CameraReading = 'on-page' | 'in-worker' | 'as-shown';

interface TrackProcessor<Piece> {
  readonly readable: ReadableStream<Piece>;
}
type TrackProcessorConstructor = new <Piece>(init: {
  readonly track: MediaStreamTrack;
  readonly maxBufferSize: number;
}) => TrackProcessor<Piece>;

/** Pieces of sound that wait for a busy worker: ten seconds in Chromium's pieces of 10 ms, 2 MB. */
const MAX_WAITING_PIECES = 1000;

/** How to read a camera's frames in this browser; null if it cannot be done. */
export async function cameraReading(): Promise<CameraReading | null> {
  if ('MediaStreamTrackProcessor' in globalThis) return 'on-page';
  if (await canWorkersReadTracks()) return 'in-worker';
  return canReadShownFrames() && !isWebKitGtk() ? 'as-shown' : null;
}

async function canWorkersReadTracks(): Promise<boolean> {
  const worker = new Worker(new URL('./can-read-tracks-worker.ts', import.meta.url), { type: 'module' });
  const answer = await new Promise<boolean>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<boolean>) => resolve(data));
    worker.addEventListener('error', () => resolve(false));
  });
  worker.terminate();
  return answer;
}

/** The frames of a camera's track. Throws where this page or worker cannot read tracks. */
export function trackFrames(track: MediaStreamTrack): ReadableStream<VideoFrame> {
  return readableOf<VideoFrame>(track, MAX_WAITING_FRAMES);
}

/** The sound of a microphone's track. Throws as {@link trackFrames} does. */
export function trackSound(track: MediaStreamTrack): ReadableStream<AudioData> {
  return readableOf<AudioData>(track, MAX_WAITING_PIECES);
}

function readableOf<Piece>(track: MediaStreamTrack, maxBufferSize: number): ReadableStream<Piece> {
  const { MediaStreamTrackProcessor } = globalThis as unknown as {
    readonly MediaStreamTrackProcessor: TrackProcessorConstructor;
  };
  return new MediaStreamTrackProcessor<Piece>({ track, maxBufferSize }).readable;
}
