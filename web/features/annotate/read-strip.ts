// Decodes given frames of a video, in order, as small images. Loads the decoder, so it is imported lazily.
import { CanvasSink } from 'mediabunny';
import { openVideo, readShownFrames } from '#web/player/engine/frame-table.ts';

interface StripOptions {
  /** The indexes of the frames, ascending. */
  readonly frames: readonly number[];
  /** Called with each picture: an address for an `<img>`. */
  readonly onPicture: (frame: number, address: string) => void;
  readonly signal: AbortSignal;
}

/** Twice the height at which they stand, for dense displays. */
const HEIGHT_PX = 224;
const QUALITY = 0.8;

/** Reads the pictures; false where this browser cannot decode them. Never throws. */
export async function readStrip(source: Blob | string, { frames, onPicture, signal }: StripOptions): Promise<boolean> {
  const input = openVideo(source);
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || typeof VideoDecoder === 'undefined' || !(await track.canDecode())) return false;
    const shown = await readShownFrames(track, source);
    const sink = new CanvasSink(track, { height: HEIGHT_PX, poolSize: 1 });
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
