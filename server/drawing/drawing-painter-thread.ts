// The thread that paints the layer of drawings (drawing-painter.ts starts it). Paints one picture ahead of what is taken.
import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { type LayerSpec, layerFrames } from './drawing-layer.ts';
import type { PainterMessage } from './drawing-painter.ts';

/** Pictures on the way at a time: one is taken while the next is painted. */
const PICTURES = 2;

const port = parentPort;
if (port) {
  const returned = on(port, 'message');
  let made = 0;
  const send = (message: PainterMessage) => {
    port.postMessage(message, message === 'painted' ? [] : [message.buffer]);
  };
  for (const bytes of layerFrames(workerData as LayerSpec)) {
    if (made < PICTURES) {
      made += 1;
      send(bytes.slice());
      continue;
    }
    const [picture] = (await returned.next()).value as [Uint8Array<ArrayBuffer>];
    picture.set(bytes);
    send(picture);
  }
  send('painted');
}
