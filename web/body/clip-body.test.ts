// What is known of a clip's body, where there are no workers and nothing can be looked at.
import { expect, test } from 'vitest';
import { type BodyClip, type BodyLook, clipBodyOf } from './clip-body.ts';

const CLIP: BodyClip = {
  of: 'a clip',
  source: 'a clip',
  annotations: { restTime: 1, topTime: 2, strikeTime: 2.5 },
  slowMotionFactor: 1,
};

/** Every stage that a look goes through until it has come to its end. */
async function stagesOf(of: string, act: () => void): Promise<BodyLook['stage'][]> {
  const stages: BodyLook['stage'][] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = clipBodyOf(of).subscribe(({ look }) => {
    stages.push(look.stage);
    if (look.stage === 'cannot-see' || look.stage === 'none') resolve();
  });
  act();
  await promise;
  stop();
  return stages;
}

test('a file or an address has one store, and nothing is looked at before that is wanted', () => {
  const file = new File([], 'swing.mp4');
  expect(clipBodyOf(file)).toBe(clipBodyOf(file));
  expect(clipBodyOf('/media/1')).toBe(clipBodyOf('/media/1'));
  expect(clipBodyOf(new File([], 'swing.mp4'))).not.toBe(clipBodyOf(file));
  expect(clipBodyOf(file).getState()).toEqual({ look: { stage: 'none' }, facts: null, said: {} });
});

test('a browser that cannot do it says so, once for each time that it is wanted', async () => {
  const { look, getState } = clipBodyOf(CLIP.of);
  expect(await stagesOf('a clip', () => look(CLIP))).toEqual(['waiting', 'cannot-see']);
  expect(getState().look).toEqual({ stage: 'cannot-see', reason: 'cannot-run' });
  expect(await stagesOf('a clip', () => look(CLIP))).toEqual(['waiting', 'cannot-see']);
});

test('a look that is stopped leaves nothing behind, and asking twice is asking once', async () => {
  const { look, stop } = clipBodyOf('another clip');
  const stopped = await stagesOf('another clip', () => {
    look(CLIP);
    look(CLIP);
    stop();
  });
  expect(stopped).toEqual(['waiting', 'none']);
});
