// Reads the RGBA bytes of decoded frames as coded: browsers convert the colours alike, but their canvases filter differently.
import type { VideoSample } from 'mediabunny';
import type { Pixels } from './pixels.ts';
import { colourPlanes } from './plane-colours.ts';

/** Creates a reader, whose bytes are reused for the next frame. It returns null where this browser cannot copy the format. */
export function rgbaReader(): (sample: VideoSample) => Promise<Pixels | null> {
  let rgba = new Uint8ClampedArray(0);
  let planes = new Uint8Array(0);
  let copies = true;

  /** As the planes are coded. False for formats that are not known here. */
  async function fromPlanes(sample: VideoSample): Promise<boolean> {
    if (sample.format !== 'I420' && sample.format !== 'NV12') return false;
    const size = sample.allocationSize();
    if (planes.length !== size) planes = new Uint8Array(size);
    const [first, second, third] = await sample.copyTo(planes);
    if (!first || !second) return false;
    const step = third ? 1 : 2;
    const { width: widthPx, height: heightPx } = sample.visibleRect;
    const colours = { matrix: sample.colorSpace.matrix, isFullRange: sample.colorSpace.fullRange === true };
    const blue = { ...second, step };
    const red = third ? { ...third, step } : { ...blue, offset: blue.offset + 1 };
    colourPlanes({ widthPx, heightPx, bytes: planes, brightness: { ...first, step: 1 }, blue, red }, colours, rgba);
    return true;
  }

  return async (sample) => {
    if (!copies || sample.flip) return null;
    const { width, height } = sample.visibleRect;
    const size = 4 * width * height;
    if (rgba.length !== size) rgba = new Uint8ClampedArray(size);
    try {
      // WebKit ignores the format, and would copy the planes instead.
      if (sample.allocationSize({ format: 'RGBA' }) === size) await sample.copyTo(rgba, { format: 'RGBA' });
      else copies = await fromPlanes(sample);
    } catch {
      copies = false;
    }
    return copies ? { widthPx: width, heightPx: height, bytes: rgba } : null;
  };
}
