// The frames of a camera's track. Chromium reads tracks on the page, Safari in workers only.

interface TrackProcessor {
  readonly readable: ReadableStream<VideoFrame>;
}
type TrackProcessorConstructor = new (init: {
  readonly track: MediaStreamTrack;
  readonly maxBufferSize: number;
}) => TrackProcessor;

/** Frames that wait for a busy worker. Cameras have few more to give out. */
const MAX_WAITING_FRAMES = 8;

/** Whether this page can read a track. */
export function canReadTracks(): boolean {
  return 'MediaStreamTrackProcessor' in globalThis;
}

/** The frames of a track. Throws where {@link canReadTracks} is false. */
export function trackFrames(track: MediaStreamTrack): ReadableStream<VideoFrame> {
  const { MediaStreamTrackProcessor } = globalThis as unknown as {
    readonly MediaStreamTrackProcessor: TrackProcessorConstructor;
  };
  return new MediaStreamTrackProcessor({ track, maxBufferSize: MAX_WAITING_FRAMES }).readable;
}
