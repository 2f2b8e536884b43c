// Reads the RGBA bytes of decoded frames, the same in every browser: the joints that are found change with the last bits of the
// colours. Browsers convert most colours alike, but their canvases filter differently.
import type { VideoSample } from 'mediabunny';
import type { Pixels } from './pixels.ts';
import { colourPlanes } from './plane-colours.ts';

/** Colours that Chromium copies as they are coded. It converts others to the screen's, unlike other browsers. */
const [PLAIN_PRIMARIES, PLAIN_TRANSFERS] = [
  new Set(['bt709', 'smpte170m']),
  new Set(['bt709', 'smpte170m', 'iec61966-2-1']),
];

/** Creates a reader, whose bytes are reused for the next frame. It returns null where this browser cannot copy the format. */
export function rgbaReader(): (sample: VideoSample) => Promise<Pixels | null> {
  let rgba = new Uint8ClampedArray(0);
  let planes = new Uint8Array(0);
  let copies = true;

  async function fromPlanes(sample: VideoSample): Promise<boolean> {
    if (!hasKnownPlanes(sample)) return false;
    const size = sample.allocationSize();
    if (planes.length !== size) planes = new Uint8Array(size);
    const [first, second, third] = await sample.copyTo(planes);
    if (!first || !second) return false;
    const step = third ? 1 : 2;
    const { width: widthPx, height: heightPx } = sample.visibleRect;
    const blue = { ...second, step };
    const red = third ? { ...third, step } : { ...blue, offset: blue.offset + 1 };
    const { matrix } = sample.colorSpace;
    colourPlanes({ widthPx, heightPx, bytes: planes, brightness: { ...first, step: 1 }, blue, red }, matrix, rgba);
    return true;
  }

  return async (sample) => {
    if (!copies || sample.flip) return null;
    const { width, height } = sample.visibleRect;
    const size = 4 * width * height;
    if (rgba.length !== size) rgba = new Uint8ClampedArray(size);
    try {
      // WebKit ignores the format, and would copy the planes instead.
      const isIgnored = sample.allocationSize({ format: 'RGBA' }) !== size;
      if (isIgnored || (hasKnownPlanes(sample) && !isPlain(sample))) copies = await fromPlanes(sample);
      else await sample.copyTo(rgba, { format: 'RGBA' });
    } catch {
      copies = false;
    }
    return copies ? { widthPx: width, heightPx: height, bytes: rgba } : null;
  };
}

const hasKnownPlanes = ({ format }: VideoSample): boolean => format === 'I420' || format === 'NV12';

/** Whether Chromium converts the colours as Firefox does, which has no planes: it takes every brightness for limited. */
function isPlain({ colorSpace }: VideoSample): boolean {
  const { primaries, transfer, fullRange } = colorSpace;
  return !fullRange && PLAIN_PRIMARIES.has(primaries ?? 'bt709') && PLAIN_TRANSFERS.has(transfer ?? 'bt709');
}
