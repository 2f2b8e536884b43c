// Golfers' videos in memory.
import { afterEach, expect, test, vi } from 'vitest';
import { golferVideo } from './golfer-video.ts';

afterEach(() => void vi.unstubAllGlobals());

test('keeps the videos of the last three golfers, and downloads others again', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response(address);
  });
  const golfers = Array.from({ length: 50 }, (_, index) => `/media/${index}`);
  for (const address of golfers) await golferVideo(address);
  expect(asked).toEqual(golfers);
  for (const address of golfers.slice(-3)) expect(await (await golferVideo(address)).text()).toBe(address);
  expect(asked).toHaveLength(50);
  await golferVideo('/media/0');
  expect(asked).toHaveLength(51);
});

test('retries a failed download', async () => {
  const answers = [new Response('', { status: 503 }), new Response('there')];
  vi.stubGlobal('fetch', async () => answers.shift());
  await expect(golferVideo('/media/lost')).rejects.toThrow('503');
  expect(await (await golferVideo('/media/lost')).text()).toBe('there');
});
