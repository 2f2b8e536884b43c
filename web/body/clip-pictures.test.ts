import { expect, test, vi } from 'vitest';
import { type FromDecodingWorker, picturesFrom } from './clip-pictures.ts';

test('a picture that arrives after the search was stopped is ignored, and reading rejects with the reason', async () => {
  const { port1: ours, port2: theirs } = new MessageChannel();
  const stop = new AbortController();
  const opened = expect(picturesFrom(ours, stop.signal)).rejects.toThrow('Stopped');
  stop.abort(new Error('Stopped'));
  const failed = vi.fn();
  process.on('uncaughtException', failed);
  const arrived = new Promise((resolve) => ours.addEventListener('message', resolve));
  theirs.postMessage({ upright: null } satisfies FromDecodingWorker);
  await arrived;
  await opened;
  ours.close();
  await new Promise((resolve) => setTimeout(resolve));
  process.off('uncaughtException', failed);
  expect(failed).not.toHaveBeenCalled();
});
