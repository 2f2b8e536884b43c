// A worker that makes a small picture of every frame of a video whose key frames are far apart.
import { EncodedPacketSink, type InputVideoTrack, type VideoSample, VideoSampleSink } from 'mediabunny';
import { TIME_TOLERANCE } from '#domain/time.ts';
import { frameIndexAt, frameTimeAt } from '#domain/video/frame-times.ts';
import { withResolvers } from '#web/lib/with-resolvers.ts';
import { openSteppable } from './decodable-track.ts';

/** The page's request for the pictures of a video, starting at a frame. */
export interface SmallPicturesRequest {
  readonly src: string;
  readonly frameCount: number;
  readonly from: number;
}

/** Messages from the page: first the request, then commands to pause and to continue. */
export type ToSmallPicturesWorker = SmallPicturesRequest | 'hold' | 'go';

/** A JPEG, or the end of the pictures. */
export type FromSmallPicturesWorker = { readonly frame: number; readonly picture: ArrayBuffer } | 'done';

/** With key frames at most this many frames apart, decoding a frame is as fast as showing a small picture. */
const NEAR_KEY_FRAMES = 24;
/** A small picture's longer side, in pixels. */
const LONG_SIDE_PX = 512;
const QUALITY = 0.72;

/** Resolves when the page lets the worker continue; null while it is not paused. */
let held: PromiseWithResolvers<void> | null = null;

self.addEventListener('message', ({ data }: MessageEvent<ToSmallPicturesWorker>) => {
  const post = (message: FromSmallPicturesWorker) =>
    self.postMessage(message, { transfer: message === 'done' ? [] : [message.picture] });
  if (data === 'hold') {
    held ??= withResolvers<void>();
    return;
  }
  if (data === 'go') {
    held?.resolve();
    held = null;
    return;
  }
  void make(data, post)
    // A video that cannot be decoded has no small pictures. The player works without them.
    .catch(() => undefined)
    .then(() => post('done'));
});

async function make({ src, frameCount, from }: SmallPicturesRequest, post: (m: FromSmallPicturesWorker) => void) {
  const opened = await openSteppable(src, frameCount);
  if (!opened) return;
  const { track, packetTimes, close } = opened;
  try {
    if (!(await isHardToStep(track))) return;
    const canvas = await canvasFor(track);
    for await (const sample of new VideoSampleSink(track).samples(frameTimeAt(packetTimes, from))) {
      const frame = frameIndexAt(packetTimes, sample.timestamp);
      // A pass may start with an earlier picture, even one that an edit list cuts away.
      const isShown = sample.timestamp >= frameTimeAt(packetTimes, frame) - TIME_TOLERANCE;
      const picture = isShown && frame >= from ? await smallOf(sample, canvas) : null;
      sample.close();
      if (picture) post({ frame, picture });
      await held?.promise;
    }
  } finally {
    close();
  }
}

async function isHardToStep(track: InputVideoTrack): Promise<boolean> {
  let sinceKey = 0;
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
  for await (const packet of packets) {
    sinceKey = packet.type === 'key' ? 0 : sinceKey + 1;
    if (sinceKey > NEAR_KEY_FRAMES) return true;
  }
  return false;
}

async function canvasFor(track: InputVideoTrack): Promise<OffscreenCanvas> {
  const [width, height] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()]);
  const scale = Math.min(1, LONG_SIDE_PX / Math.max(width, height));
  return new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
}

async function smallOf(sample: VideoSample, canvas: OffscreenCanvas): Promise<ArrayBuffer | null> {
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) return null;
  sample.draw(context, 0, 0, canvas.width, canvas.height);
  const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return picture.arrayBuffer();
}
