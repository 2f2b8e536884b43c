// The frames of a camera or microphone track. Chromium reads tracks on the page, Safari from 18 on the camera's in
// workers only. In Firefox, and in Safari before 18, a video element shows the camera, and the page sends its frames to
// a worker.
import { isWebKitGtk } from '#web/lib/is-webkit-gtk.ts';

/** Where a camera's frames are read: from its track, or from a video that shows it. */
export type CameraReading = 'on-page' | 'in-worker' | 'as-shown';

type TrackProcessor = new <Piece>(init: {
  readonly track: MediaStreamTrack;
  readonly maxBufferSize: number;
}) => { readonly readable: ReadableStream<Piece> };

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
  const { MediaStreamTrackProcessor } = globalThis as unknown as { readonly MediaStreamTrackProcessor: TrackProcessor };
  return new MediaStreamTrackProcessor<Piece>({ track, maxBufferSize }).readable;
}

/** Frames that wait for a busy worker. Cameras have few more to give out. */
const MAX_WAITING_FRAMES = 8;

/** Whether this browser makes frames of what a video shows. */
function canReadShownFrames(): boolean {
  return 'requestVideoFrameCallback' in HTMLVideoElement.prototype && typeof VideoFrame !== 'undefined';
}

/**
 * Sends the shown frames of a track with the times at which they were taken or, where these are unknown, shown. A frame
 * that is not shown, because the page is busy or hidden, is lost.
 */
export function sendShownFrames(track: MediaStreamTrack, port: MessagePort): { readonly stop: () => void } {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, srcObject: new MediaStream([track]) });
  video.setAttribute('aria-hidden', 'true');
  // Browsers may stop a video that is outside the page or not displayed.
  video.className = 'pointer-events-none fixed top-0 left-0 size-px opacity-0';
  document.body.append(video);
  let request = video.requestVideoFrameCallback(send);
  function send(_: number, { captureTime, presentationTime }: VideoFrameCallbackMetadata): void {
    request = video.requestVideoFrameCallback(send);
    const frame = new VideoFrame(video, { timestamp: Math.round(1000 * (captureTime ?? presentationTime)) });
    port.postMessage(frame, [frame]);
  }
  // The promise rejects when a video is removed before it plays.
  void video.play().catch(() => undefined);
  return {
    stop() {
      video.cancelVideoFrameCallback(request);
      video.srcObject = null;
      video.remove();
    },
  };
}

/** The frames that {@link sendShownFrames} sends. */
export function receivedFrames(port: MessagePort): ReadableStream<VideoFrame> {
  return new ReadableStream<VideoFrame>(
    {
      start(controller) {
        port.addEventListener('message', ({ data: frame }: MessageEvent<VideoFrame>) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(frame);
          else frame.close();
        });
        port.start();
      },
    },
    { highWaterMark: MAX_WAITING_FRAMES },
  );
}
