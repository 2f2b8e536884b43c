// How much each frame of a span differs from the previous one, measured on small decoded pictures. Decoding takes time:
// use short spans and idle time. Loads mediabunny, so it is imported lazily.
import { type VideoSample, VideoSampleSink } from 'mediabunny';
import { openVideo, readShownFrames } from '#web/player/engine/frame-table.ts';
import type { PictureChange } from './new-pictures.ts';

/** Small enough to be cheap, large enough for a club head to change a cell. */
const WIDTH_PX = 160;
const CELL_PX = 8;
/** The share of cells that is measured: those that change most. A distant golfer moves few cells. */
const COUNTED_SHARE = 0.01;
/** Maximum number of frames to decode: the last ones of the span, where the swing is fastest. */
const MAX_FRAMES = 180;

interface Part {
  readonly from: number;
  readonly to: number;
  readonly signal: AbortSignal;
}

/** Measures the span; empty when the browser cannot decode it. Throws only the signal's reason. */
export async function readPictureChanges(source: Blob | string, { from, to, signal }: Part): Promise<PictureChange[]> {
  const input = openVideo(source);
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode())) return [];
    const inside = (await readShownFrames(track, source)).filter(({ time }) => time >= from && time <= to);
    const frames = inside.slice(-MAX_FRAMES);
    const [first, last] = [frames[0], frames.at(-1)];
    if (!first || !last) return [];
    const shownLater = first.time - first.packetTime;
    const readGrey = greyReader();
    const changes: PictureChange[] = [];
    let before: Uint8Array | null = null;
    // Widen the range slightly: the sink compares times exactly, and these contain rounding errors.
    const samples = new VideoSampleSink(track).samples(first.packetTime - 1e-4, last.packetTime + 1e-4);
    for await (const sample of samples) {
      const time = sample.timestamp + shownLater;
      const grey = readGrey(sample);
      sample.close();
      signal.throwIfAborted();
      if (before) changes.push({ time, change: changeBetween(before, grey) });
      before = grey;
    }
    return changes;
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  } finally {
    input.dispose();
  }
}

/** Converts samples to small grey pictures, in one canvas optimised for reading. */
function greyReader(): (sample: VideoSample) => Uint8Array {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no canvas');
  return (sample) => {
    const heightPx = Math.max(CELL_PX, Math.round((WIDTH_PX * sample.displayHeight) / sample.displayWidth));
    if (canvas.width !== WIDTH_PX || canvas.height !== heightPx) {
      canvas.width = WIDTH_PX;
      canvas.height = heightPx;
    }
    sample.draw(context, 0, 0, WIDTH_PX, heightPx);
    const rgba = context.getImageData(0, 0, WIDTH_PX, heightPx).data;
    const grey = new Uint8Array(rgba.length / 4);
    // Green carries most of the brightness, and reading it alone costs a third.
    for (let pixel = 0; pixel < grey.length; pixel++) grey[pixel] = rgba[pixel * 4 + 1] ?? 0;
    return grey;
  };
}

/** The mean change of the cells that change most, in grey levels. */
function changeBetween(before: Uint8Array, after: Uint8Array): number {
  const columns = WIDTH_PX / CELL_PX;
  const rows = Math.floor(before.length / WIDTH_PX / CELL_PX);
  const cells = new Float32Array(columns * rows);
  for (let y = 0; y < rows * CELL_PX; y++) {
    const row = Math.floor(y / CELL_PX) * columns;
    for (let x = 0; x < columns * CELL_PX; x++) {
      const cell = row + Math.floor(x / CELL_PX);
      const at = y * WIDTH_PX + x;
      cells[cell] = (cells[cell] ?? 0) + Math.abs((before[at] ?? 0) - (after[at] ?? 0));
    }
  }
  const most = cells.sort().slice(-Math.max(1, Math.round(cells.length * COUNTED_SHARE)));
  return most.reduce((sum, value) => sum + value, 0) / most.length / CELL_PX ** 2;
}
