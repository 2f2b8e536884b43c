// Chromium decodes as many frames ahead as allowed, and finally all of them.
import { expect, test } from 'vitest';
import { openCleanPage } from '#tests/browser/clean-page.ts';
import { connectToBrowser } from '#tests/browser/connect-to-browser.ts';
import { startedForTests } from '#tests/server/started-for-tests.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';

const opened = startedForTests(
  async () => {
    const [browser, address] = await Promise.all([connectToBrowser(), sharedResource('workbench')]);
    const page = await openCleanPage(browser, {}, address);
    await page.goto(address);
    await page.evaluate(DECODER_IN_PAGE);
    return { browser, page };
  },
  ({ browser }) => browser.close(),
);

const FRAMES = 24;

/** Gives the page `decode(count)`: a paced decoder that was handed so many packets, and the frames that came out of it. */
const DECODER_IN_PAGE = `(async () => {
  const { paceDecoders } = await import('/web/render/paced-decoder.ts');
  paceDecoders();
  window.decode = async (count) => {
    const packets = [];
    const encoder = new VideoEncoder({ output: (packet) => packets.push(packet), error: console.error });
    encoder.configure({ codec: 'vp8', width: 64, height: 64 });
    for (let timestamp = 0; timestamp < count; timestamp += 1) {
      const bytes = new Uint8Array(64 * 64 * 1.5);
      const frame = new VideoFrame(bytes, { format: 'I420', codedWidth: 64, codedHeight: 64, timestamp });
      encoder.encode(frame);
      frame.close();
    }
    await encoder.flush();
    const frames = [];
    const decoder = new VideoDecoder({ output: (frame) => frames.push(frame), error: console.error });
    decoder.configure({ codec: 'vp8' });
    for (const packet of packets) decoder.decode(packet);
    return { decoder, frames };
  };
})()`;

test('a few frames are open at once while each is closed after a while', async () => {
  const { most, times } = await opened().page.evaluate<{ most: number; times: readonly number[] }>(`(async () => {
    const { decoder, frames } = await window.decode(${FRAMES});
    let isDone = false;
    void decoder.flush().then(() => { isDone = true; });
    const times = [];
    let most = 0;
    while (!isDone || frames.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      most = Math.max(most, frames.length);
      const frame = frames.shift();
      if (frame) times.push(frame.timestamp);
      frame?.close();
    }
    decoder.close();
    return { most, times };
  })()`);
  expect(times).toEqual(Array.from({ length: FRAMES }, (_, time) => time));
  // Three, and one more for each half second in which a busy machine closes none.
  expect(most).toBeGreaterThan(2);
  expect(most).toBeLessThan(FRAMES / 2);
});

test('all frames come though none is closed', async () => {
  const count = await opened().page.evaluate<number>(`(async () => {
    const { decoder, frames } = await window.decode(8);
    await decoder.flush();
    for (const frame of frames) frame.close();
    decoder.close();
    return frames.length;
  })()`);
  expect(count).toBe(8);
});

test('closing ends a flush that waits', async () => {
  const [waiting, problem] = await opened().page.evaluate<readonly [number, string]>(`(async () => {
    const { decoder, frames } = await window.decode(${FRAMES});
    const flushed = decoder.flush().then(() => 'flushed', ({ name }) => name);
    const waiting = decoder.decodeQueueSize;
    decoder.close();
    const problem = await flushed;
    for (const frame of frames) frame.close();
    return [waiting, problem];
  })()`);
  expect(waiting).toBeGreaterThan(FRAMES / 2);
  expect(problem).toBe('InvalidStateError');
});
