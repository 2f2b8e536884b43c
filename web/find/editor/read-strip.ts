// Decodes given frames of a video, in the given order, as images. Loads the decoder, so it is imported lazily.
import { CanvasSink, type InputVideoTrack } from 'mediabunny';
import type { PicturePart } from '#domain/body/close-up.ts';
import { openVideo, readShownFrames } from '#web/player/engine/frame-table.ts';

interface StripOptions {
  readonly frames: readonly number[];
  /** The part of the picture that is read; null for all of it. */
  readonly part: PicturePart | null;
  /** The height of the pictures; for the large picture of a position, if omitted. */
  readonly heightPx?: number;
  /** Called with each picture, as an address for an `<img>`. */
  readonly onPicture: (frame: number, address: string) => void;
  readonly signal: AbortSignal;
}

/** Twice the height of the large picture on a phone, for dense displays. */
const HEIGHT_PX = 480;
const QUALITY = 0.8;

/** Reads the pictures. Returns false if this browser cannot decode them. Never throws. */
export async function readStrip(
  source: Blob | string,
  { frames, part, heightPx = HEIGHT_PX, onPicture, signal }: StripOptions,
): Promise<boolean> {
  const input = openVideo(source);
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || typeof VideoDecoder === 'undefined' || !(await track.canDecode())) return false;
    const shown = await readShownFrames(track, source);
    const sink = new CanvasSink(track, { height: heightPx, poolSize: 1, ...(part && (await cropTo(track, part))) });
    const packetTimes = frames.map((frame) => shown[frame]?.packetTime ?? 0);
    let at = 0;
    for await (const picture of sink.canvasesAtTimestamps(packetTimes)) {
      if (signal.aborted) return true;
      const frame = frames[at++];
      if (picture && frame !== undefined) onPicture(frame, addressOf(picture.canvas));
    }
    return at > 0;
  } catch {
    return signal.aborted;
  } finally {
    input.dispose();
  }
}

function addressOf(canvas: HTMLCanvasElement | OffscreenCanvas): string {
  return 'toDataURL' in canvas ? canvas.toDataURL('image/jpeg', QUALITY) : '';
}

async function cropTo(track: InputVideoTrack, { left, top, width, height }: PicturePart) {
  const [widthPx, heightPx] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const [x, y] = [Math.round(left * widthPx), Math.round(top * heightPx)];
  return {
    crop: {
      left: x,
      top: y,
      width: Math.min(widthPx - x, Math.round(width * widthPx)),
      height: Math.min(heightPx - y, Math.round(height * heightPx)),
    },
  };
}
