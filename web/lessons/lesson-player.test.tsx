// Playing a lesson without pictures: its clock and its display loop.
import { afterEach, expect, test, vi } from 'vitest';
import { recordedLesson } from '#domain/lesson/lesson.ts';
import { LessonPlayer } from './lesson-player.ts';

afterEach(() => vi.unstubAllGlobals());

test('runs one display loop after play, pause and play while the sound starts, and none after a pause [F34]', async () => {
  const waiting = new Map<number, FrameRequestCallback>();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    waiting.set(++last, callback);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (request: number) => waiting.delete(request));
  const player = new LessonPlayer(
    Object.assign({ voiceDelay: 0, chapters: [], captions: [] }, recordedLesson([], 9, [{ from: 0, to: 9 }])),
    null,
  );
  const first = player.play();
  player.pause();
  await Promise.all([first, player.play()]);
  expect(player.getState().playing).toBe(true);
  expect(waiting.size).toBe(1);
  player.pause();
  expect(waiting.size).toBe(0);
  player.close();
});
