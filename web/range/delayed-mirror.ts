// Shows the camera's picture some seconds late: decodes the frames of the ring again and draws each when its time has
// come.
import type { EncodedFrame, EncodedRing } from './encoded-ring.ts';

/** A running mirror. */
export interface DelayedMirror {
  /** Called with the time of each new frame of the camera, in seconds. */
  readonly show: (now: number) => void;
  readonly setDelay: (delay: number) => void;
  readonly stop: () => void;
}

const MICROSECONDS = 1e6;
/** More frames than this waiting in the decoder mean that the device is too slow: the mirror skips to a key frame. */
const MAX_WAITING = 20;

/** Creates a mirror that draws into a canvas. `ring` returns the present ring, or null before the camera runs. */
export function createDelayedMirror(
  canvas: OffscreenCanvas,
  firstDelay: number,
  ring: () => EncodedRing | null,
): DelayedMirror {
  const context = canvas.getContext('2d');
  let delay = firstDelay;
  let decoder: VideoDecoder | null = null;
  let config: VideoDecoderConfig | null = null;
  /** The time of the last decoded frame; null to begin at a key frame. */
  let at: number | null = null;

  function draw(frame: VideoFrame): void {
    const { displayWidth, displayHeight } = frame;
    if (canvas.width !== displayWidth || canvas.height !== displayHeight) {
      canvas.width = displayWidth;
      canvas.height = displayHeight;
    }
    context?.drawImage(frame, 0, 0);
    frame.close();
  }

  function decoderFor(next: VideoDecoderConfig): VideoDecoder {
    if (decoder && decoder.state !== 'closed' && config === next) return decoder;
    if (decoder && decoder.state !== 'closed') decoder.close();
    decoder = new VideoDecoder({ output: draw, error: () => undefined });
    decoder.configure({ ...next, optimizeForLatency: true });
    config = next;
    at = null;
    return decoder;
  }

  function decode(into: VideoDecoder, { time, isKey, data }: EncodedFrame): void {
    into.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: time * MICROSECONDS, data }));
    at = time;
  }

  return {
    show(now) {
      const present = ring();
      const format = present?.format();
      if (!present || !format || typeof VideoDecoder === 'undefined') return;
      const into = decoderFor(format.config);
      const due = now - delay;
      if (into.decodeQueueSize > MAX_WAITING) return;
      const frames = present.frames();
      // Begin again where the ring has moved on, or after a change of the delay.
      const isLost = at === null || at > due + 0.1 || due - at > 2;
      const first = isLost
        ? frames.findLastIndex(({ time, isKey }) => isKey && time <= due)
        : frames.findIndex(({ time }) => time > (at ?? 0));
      if (first < 0) return;
      for (const frame of frames.slice(first)) {
        if (frame.time > due) break;
        decode(into, frame);
      }
    },
    setDelay(next) {
      delay = next;
      at = null;
    },
    stop() {
      if (decoder && decoder.state !== 'closed') decoder.close();
    },
  };
}
