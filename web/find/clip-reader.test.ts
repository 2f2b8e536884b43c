// Both ends of the port between the worker that decodes a clip and the worker that tracks bodies in its pictures.
import { expect, onTestFinished, test } from 'vitest';
import { type ClipPictures, picturesFrom } from '#web/body/clip-pictures.ts';
import { offerPictures } from './clip-reader.ts';

const FACTS = { widthPx: 8, heightPx: 4, frameTimes: [0, 0.1, 0.2], keyFrames: [0] };

/** Opens both ends. Each picture is as wide as its frame's number; 9 breaks the file, 8 cannot be decoded. */
async function open(facts: Parameters<typeof offerPictures>[1] = FACTS) {
  const { port1, port2 } = new MessageChannel();
  const stop = new AbortController();
  const decoded: number[] = [];
  const ended: string[] = [];
  offerPictures(port1, facts, async ({ frames }, onPicture) => {
    for (const frame of frames) {
      if (frame === 9) throw new Error('The file is broken');
      decoded.push(frame);
      const pixels = { widthPx: frame, heightPx: 1, bytes: new Uint8ClampedArray(4 * frame) };
      await onPicture(frame === 8 ? null : { pixels, scale: 1 }).catch((error) => {
        ended.push(String(error));
        throw error;
      });
    }
  });
  const clip = (await picturesFrom(port2, stop.signal)) as ClipPictures;
  onTestFinished(() => {
    port1.close();
    port2.close();
  });
  return { clip, stop, decoded, ended };
}

test('passes on the facts of the clip and its pictures in order, null for one that cannot be decoded', async () => {
  const { clip } = await open();
  expect(clip).toMatchObject(FACTS);
  const widths: (number | undefined)[] = [];
  for (const pass of [[1, 8, 3], [2]]) for await (const picture of clip.read(pass, null)) widths.push(picture?.widthPx);
  expect(widths).toEqual([1, undefined, 3, 2]);
});

test('has at most four pictures waiting and one in hand, and ends when the other side closes', async () => {
  const { clip, decoded, ended } = await open();
  const pictures = clip.read([1, 2, 3, 4, 5, 6, 7], null)[Symbol.asyncIterator]();
  await pictures.next();
  await expect.poll(() => decoded).toEqual([1, 2, 3, 4, 5, 6]);
  clip.close();
  await expect.poll(() => ended).toHaveLength(1);
});

test('reports a broken file', async () => {
  const { clip } = await open();
  const pictures = clip.read([1, 9], null)[Symbol.asyncIterator]();
  await pictures.next();
  await expect(pictures.next()).rejects.toThrow('could not be decoded');
});

test('stops while it waits for a picture', async () => {
  const { clip, stop } = await open();
  const waiting = clip.read([], null)[Symbol.asyncIterator]();
  expect((await waiting.next()).done).toBe(true);
  const pictures = clip.read([1], null)[Symbol.asyncIterator]();
  await pictures.next();
  stop.abort(new Error('stopped'));
  await expect(clip.read([2], null)[Symbol.asyncIterator]().next()).rejects.toThrow('stopped');
});

test('ends at once when it was stopped before it began: the worker that decodes is gone by then', async () => {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => {
    port1.close();
    port2.close();
  });
  await expect(picturesFrom(port2, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
});
