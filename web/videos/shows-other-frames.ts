// Whether the browser's `<video>` shows other frames of a file than its edit list asks for: Firefox shows what the list
// cuts away, WebKitGTK comes elsewhere after a seek. Paused pictures are decoded ones and right; what plays is not.
import { CanvasSink } from 'mediabunny';
import { type FrameTimes, seekTarget } from '#domain/video/frame-times.ts';
import { openVideo, readShownFrames, withoutEditLists } from '#web/player/engine/frame-table.ts';

/** Pictures are compared in this size: small enough to ignore how decoders round colors. */
const SIZE = { width: 64, height: 36 } as const;
/** A mean difference per pixel and color, of 255, from which two pictures are different ones. */
const DIFFERENT = 3;
/** Where pictures are compared, as parts of the clip: before any seek, and after two. */
const PLACES = [0, 0.3, 0.7] as const;
const PATIENCE_MS = 5000;

/** True when a picture is clearly another one than the decoded one; false when none is, or that is unknown. Never throws. */
export async function showsOtherFrames(file: Blob, frameTimes: FrameTimes): Promise<boolean> {
  if (typeof VideoDecoder === 'undefined') return false;
  const input = openVideo(file);
  const unedited = openVideo(await withoutEditLists(file).catch(() => file));
  const src = URL.createObjectURL(file);
  const video = Object.assign(document.createElement('video'), {
    muted: true,
    playsInline: true,
    preload: 'auto',
    src,
  });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode()) || (await track.hasHighDynamicRange())) return false;
    const frames = await readShownFrames(track, file);
    const decoded = (await unedited.getPrimaryVideoTrack()) ?? track;
    const later = (await decoded.getFirstTimestamp()) - (await track.getFirstTimestamp());
    const sink = new CanvasSink(decoded, { ...SIZE, fit: 'fill' });
    const loaded = once(video, 'loadeddata');
    video.src = src;
    await loaded;
    for (const place of PLACES) {
      const frame = Math.round(place * (frames.length - 1));
      if (place > 0) {
        const seeked = once(video, 'seeked');
        video.currentTime = seekTarget(frameTimes, frame);
        await seeked;
      }
      const picture = await sink.getCanvas((frames[frame]?.packetTime ?? 0) + later);
      if (picture && difference(pixelsOf(video), pixelsOf(picture.canvas)) > DIFFERENT) return true;
    }
    return false;
  } catch {
    return false;
  } finally {
    input.dispose();
    unedited.dispose();
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(src);
  }
}

function once(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error('The video does not answer')), PATIENCE_MS);
    const settle = (settled: () => void) => () => {
      clearTimeout(timeout);
      settled();
    };
    video.addEventListener(event, settle(resolve), { once: true });
    video.addEventListener(
      'error',
      settle(() => reject(new Error('The video cannot be shown'))),
      { once: true },
    );
  });
}

function pixelsOf(picture: CanvasImageSource): Uint8ClampedArray {
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(picture, 0, 0, SIZE.width, SIZE.height);
  return context?.getImageData(0, 0, SIZE.width, SIZE.height).data ?? new Uint8ClampedArray();
}

/** The mean difference per pixel and color, without what all pixels differ by: decoders disagree on brightness. */
function difference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  const differences = [...a].map((value, index) => value - (b[index] ?? 0)).filter((_, index) => index % 4 !== 3);
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  return differences.reduce((sum, value) => sum + Math.abs(value - mean), 0) / differences.length;
}
