// The frames of a camera or microphone track. Chromium reads tracks on the page, Safari the camera's in workers only.

interface TrackProcessor<Piece> {
  readonly readable: ReadableStream<Piece>;
}
type TrackProcessorConstructor = new <Piece>(init: {
  readonly track: MediaStreamTrack;
  readonly maxBufferSize: number;
}) => TrackProcessor<Piece>;

/** Frames that wait for a busy worker. Cameras have few more to give out. */
const MAX_WAITING_FRAMES = 8;
/** Pieces of sound that wait for a busy worker: ten seconds in Chromium's pieces of 10 ms, 2 MB. */
const MAX_WAITING_PIECES = 1000;

/** Whether this page can read a track. */
export function canReadTracks(): boolean {
  return 'MediaStreamTrackProcessor' in globalThis;
}

/** Whether the frames of a camera can be read here or in a worker. Firefox can do neither. */
export async function canReadCameras(): Promise<boolean> {
  if (canReadTracks()) return true;
  const worker = new Worker(new URL('./can-read-tracks-worker.ts', import.meta.url), { type: 'module' });
  const answer = await new Promise<boolean>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<boolean>) => resolve(data));
    worker.addEventListener('error', () => resolve(false));
  });
  worker.terminate();
  return answer;
}

/** The frames of a camera's track. Throws where {@link canReadTracks} is false. */
export function trackFrames(track: MediaStreamTrack): ReadableStream<VideoFrame> {
  return readableOf<VideoFrame>(track, MAX_WAITING_FRAMES);
}

/** The sound of a microphone's track. Throws where {@link canReadTracks} is false. */
export function trackSound(track: MediaStreamTrack): ReadableStream<AudioData> {
  return readableOf<AudioData>(track, MAX_WAITING_PIECES);
}

function readableOf<Piece>(track: MediaStreamTrack, maxBufferSize: number): ReadableStream<Piece> {
  const { MediaStreamTrackProcessor } = globalThis as unknown as {
    readonly MediaStreamTrackProcessor: TrackProcessorConstructor;
  };
  return new MediaStreamTrackProcessor<Piece>({ track, maxBufferSize }).readable;
}
