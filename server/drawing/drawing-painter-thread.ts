// The worker thread that paints the layer of drawings, started by drawing-painter.ts. Paints one picture ahead.
import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { type LayerSpec, layerFrames } from '#domain/rendering/drawing-layer.ts';
import type { PainterMessage } from './drawing-painter.ts';

/** How many pictures are in flight: one is consumed while the next is painted. */
const PICTURES = 2;

const port = parentPort;
if (port) {
  const returned = on(port, 'message');
  let allocated = 0;
  const send = (message: PainterMessage) => {
    port.postMessage(message, message === 'painted' ? [] : [message.buffer]);
  };
  for (const bytes of layerFrames(workerData as LayerSpec)) {
    if (allocated < PICTURES) {
      allocated += 1;
      send(bytes.slice());
      continue;
    }
    const [picture] = (await returned.next()).value as [Uint8Array<ArrayBuffer>];
    picture.set(bytes);
    send(picture);
  }
  send('painted');
}
