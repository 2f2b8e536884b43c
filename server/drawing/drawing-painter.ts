// Has the layer of drawings painted: what would keep the server from answering in a thread of its own, the rest here,
// because starting a thread and passing its pictures on costs more than painting a few strokes.
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Stroke } from '#domain/drawing/drawing-geometry.ts';
import { type LayerSpec, layerFrames } from './drawing-layer.ts';

/** What the thread says: a picture, or that the one before was the last. */
export type PainterMessage = Uint8Array<ArrayBuffer> | 'painted';

const THREAD = new URL('./drawing-painter-thread.ts', import.meta.url);
/** As many pixels are painted in some milliseconds. */
const MAX_PIXELS_HERE = 400_000;

/**
 * The pictures of the layer, as `layerFrames` makes them. Whoever takes one must be done with it before asking for the
 * next: its memory is used again. Throws when the painting broke off or was aborted.
 */
export function paintedLayer(order: LayerSpec, signal?: AbortSignal): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  const isQuick = order.changes.every(({ strokes }) => pixelsOf(strokes) <= MAX_PIXELS_HERE);
  return isQuick ? layerFrames(order) : paintedInThread(order, signal);
}

/** About how many pixels strokes touch. */
function pixelsOf(strokes: readonly Stroke[]): number {
  const rimPx = 4;
  return strokes.reduce((sum, { from, to, width }) => {
    const lengthPx = Math.hypot(to.x - from.x, to.y - from.y);
    return sum + (lengthPx + width + rimPx) * (width + rimPx);
  }, 0);
}

async function* paintedInThread(order: LayerSpec, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const thread = new Worker(THREAD, { workerData: order });
  try {
    for await (const [message] of on(thread, 'message', { signal, close: ['exit'] })) {
      const picture = message as PainterMessage;
      if (picture === 'painted') return;
      yield picture;
      thread.postMessage(picture, [picture.buffer]);
    }
    throw new Error('The painting of the drawings broke off');
  } finally {
    await thread.terminate();
  }
}
