// Paints the layer of drawings: in a worker thread when it would block the event loop, otherwise in this thread,
// because for a few strokes a thread costs more than the painting.
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Stroke, StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import { type LayerSpec, layerFrames } from '#domain/rendering/drawing-layer.ts';

/** A message of the thread: a picture, or `painted` after the last one. */
export type PainterMessage = Uint8Array<ArrayBuffer> | 'painted';

/** The input of the painter, all of it in memory: it can be passed to another thread. */
interface StoredLayerSpec extends LayerSpec {
  readonly changes: readonly StrokesFromFrame[];
}

const THREAD = new URL('./drawing-painter-thread.ts', import.meta.url);
/** Painting this many pixels takes a few milliseconds. */
const MAX_PIXELS_HERE = 400_000;

/**
 * The pictures of the layer, as `layerFrames` yields them. Their memory is reused: consume each before requesting the
 * next. Throws when the painting fails or is aborted.
 */
export function paintedLayer(
  spec: StoredLayerSpec,
  signal?: AbortSignal,
): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  const isQuick = spec.changes.every(({ strokes }) => pixelsOf(strokes) <= MAX_PIXELS_HERE);
  return isQuick ? layerFrames(spec) : paintedInThread(spec, signal);
}

/** About how many pixels strokes touch. */
function pixelsOf(strokes: readonly Stroke[]): number {
  const rimPx = 4;
  return strokes.reduce((sum, { from, to, width }) => {
    const lengthPx = Math.hypot(to.x - from.x, to.y - from.y);
    return sum + (lengthPx + width + rimPx) * (width + rimPx);
  }, 0);
}

async function* paintedInThread(spec: StoredLayerSpec, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const thread = new Worker(THREAD, { workerData: spec });
  try {
    for await (const [message] of on(thread, 'message', { signal, close: ['exit'] })) {
      const picture = message as PainterMessage;
      if (picture === 'painted') return;
      yield picture;
      thread.postMessage(picture, [picture.buffer]);
    }
    throw new Error('The drawing thread exited early');
  } finally {
    await thread.terminate();
  }
}
