// The frames of a camera as a video element shows them, where neither the page nor a worker can read its track: in Firefox, and
// in Safari before 18. A frame that is not shown, because the page is busy or hidden, is lost. The page sends, a worker receives.

/** Frames that wait for a busy worker. Cameras have few more to give out. */
export const MAX_WAITING_FRAMES = 8;

/** Whether this browser makes frames of what a video shows. */
export function canReadShownFrames(): boolean {
  return 'requestVideoFrameCallback' in HTMLVideoElement.prototype && typeof VideoFrame !== 'undefined';
}

/** Sends the shown frames of a track with the times at which they were taken or, where these are unknown, shown. */
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
  // A video that is removed before it plays rejects.
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
