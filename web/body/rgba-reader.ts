// Reads the RGBA bytes of decoded frames as coded: browsers convert the colours alike, but their canvases filter differently.
import type { VideoSample } from 'mediabunny';
import type { Pixels } from './pixels.ts';

/** Creates a reader, whose bytes are reused for the next frame. It returns null where this browser cannot copy the format. */
export function rgbaReader(): (sample: VideoSample) => Promise<Pixels | null> {
  let bytes = new Uint8ClampedArray(0);
  let copies = true;
  return async (sample) => {
    if (!copies || sample.flip) return null;
    try {
      const size = sample.allocationSize({ format: 'RGBA' });
      if (bytes.length !== size) bytes = new Uint8ClampedArray(size);
      await sample.copyTo(bytes, { format: 'RGBA' });
    } catch {
      copies = false;
      return null;
    }
    const { width, height } = sample.visibleRect;
    return { widthPx: width, heightPx: height, bytes };
  };
}
