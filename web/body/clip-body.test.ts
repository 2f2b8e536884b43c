// What is known of a clip's body where no worker can track it.
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { makeClip } from '#domain/video/clip.ts';
import { drawnGolferBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { type BodyClip, type BodyLook, clipBodyOf } from './clip-body.ts';

const CLIP: BodyClip = {
  of: 'a clip',
  source: 'a clip',
  annotations: { restTime: 1, topTime: 2, strikeTime: 2.5 },
  slowMotionFactor: 1,
};

const DRAWN_CLIP = makeClip({ widthPx: 320, heightPx: 180, frameTimes: [0, 0.1, 0.2, 0.3] });

/** All stages of a tracking until it ends. */
async function stagesOf(of: string, act: () => void): Promise<BodyLook['stage'][]> {
  const stages: BodyLook['stage'][] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = clipBodyOf(of).subscribe(({ look }) => {
    stages.push(look.stage);
    if (['cannot-see', 'none', 'seen'].includes(look.stage)) resolve();
  });
  act();
  await promise;
  stop();
  return stages;
}

test('uses one store per file or address, and tracks nothing before it is requested', () => {
  const file = new File([], 'swing.mp4');
  expect(clipBodyOf(file)).toBe(clipBodyOf(file));
  expect(clipBodyOf('/media/1')).toBe(clipBodyOf('/media/1'));
  expect(clipBodyOf(new File([], 'swing.mp4'))).not.toBe(clipBodyOf(file));
  expect(clipBodyOf(file).getState()).toEqual({ look: { stage: 'none' }, facts: null, isComplete: false, said: {} });
});

test('reports an unsupported browser once per request', async () => {
  const { look, getState } = clipBodyOf(CLIP.of);
  expect(await stagesOf('a clip', () => look(CLIP))).toEqual(['waiting', 'cannot-see']);
  expect(getState().look).toEqual({ stage: 'cannot-see', reason: 'cannot-run' });
  expect(await stagesOf('a clip', () => look(CLIP))).toEqual(['waiting', 'cannot-see']);
});

test('leaves nothing behind after a stop, and joins two requests into one', async () => {
  const { look, stop } = clipBodyOf('another clip');
  const stopped = await stagesOf('another clip', () => {
    look(CLIP);
    look(CLIP);
    stop();
  });
  expect(stopped).toEqual(['waiting', 'none']);
});

test('downloads a stored body instead of tracking it, and tracks it when the download fails', async () => {
  const stored = drawnGolferBody(DRAWN_CLIP);
  const answers = [new Response('', { status: 404 }), Response.json({ version: 0 }), Response.json(stored)];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return answers.shift();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const clip = { ...CLIP, of: 'a golfer', storedAt: '/uploads/bodies/1.json' };
  const { look } = clipBodyOf('a golfer');
  for (const last of ['cannot-see', 'cannot-see', 'seen']) {
    expect(await stagesOf('a golfer', () => look(clip))).toEqual(['waiting', last]);
  }
  expect(asked).toEqual([clip.storedAt, clip.storedAt, clip.storedAt]);
  look(clip);
  expect(clipBodyOf('a golfer').getState()).toMatchObject({
    look: { stage: 'seen' },
    facts: { track: { widthPx: 320 } },
  });
});

test('keeps another search’s track, uses it for marks within it, and never replaces a known body with it', () => {
  const { keep, look, getState } = clipBodyOf('a searched clip');
  const track = makeBodyTrack({ widthPx: 320, heightPx: 180, frames: [] });
  keep({ source: 'a clip', stretch: { from: 0.5, to: 3 }, track });
  expect(getState()).toMatchObject({ look: { stage: 'seen' }, facts: { track, outlines: null }, isComplete: false });
  look({ ...CLIP, slowMotionFactor: 4 });
  expect(getState().look).toEqual({ stage: 'seen' });
  keep({ source: 'a clip', stretch: { from: 0, to: 9 }, track: makeBodyTrack(track) });
  expect(getState().facts?.track).toBe(track);
  look({ ...CLIP, annotations: { restTime: 0, topTime: 2, strikeTime: 2.5 } });
  expect(getState().look).toEqual({ stage: 'waiting' });
});

test('reports a kept track as seen once its shaft has been searched for, and stops that search when the clip is left', async () => {
  const { keep, look, stop, getState } = clipBodyOf('a clip with frames');
  const clip = { ...CLIP, frameTimes: Array.from({ length: 90 }, (_, frame) => frame / 30) };
  const track = drawnSwing();
  keep({ source: 'a clip', stretch: { from: 0.5, to: 3 }, track });
  const left = await stagesOf('a clip with frames', () => {
    look(clip);
    stop();
  });
  expect(left).toEqual(['waiting', 'seen']);
  expect(getState().facts?.track.shafts).toBeUndefined();
  // Nothing can be decoded here, so no shaft is found.
  expect(await stagesOf('a clip with frames', () => look(clip))).toEqual(['waiting', 'seen']);
  expect(getState()).toMatchObject({ facts: { track: { shafts: [] } }, isComplete: true });
  const { facts } = getState();
  look(clip);
  expect(getState().facts).toBe(facts);
  // The ball comes later, and changes nothing else. Nobody waits for it.
  await vi.waitFor(() => expect(getState().facts?.track.ball).toBeNull());
  expect(getState()).toMatchObject({ look: { stage: 'seen' }, isComplete: true });
  expect(getState().facts?.track.frames).toEqual(facts?.track.frames);
});

test('a comparison waits for the second measurement and keeps the first track if it finds nobody', async () => {
  const { keep, look, getState } = clipBodyOf('a clip looked at again');
  const clip = { ...CLIP, frameTimes: Array.from({ length: 90 }, (_, frame) => frame / 30) };
  const track = drawnSwing();
  const [at] = track.frames;
  const time = at?.time ?? 0;
  keep({
    source: 'a clip',
    stretch: { from: 0.5, to: 3 },
    track,
    measuredAt: { restTime: time, topTime: time, strikeTime: time },
  });
  expect(getState()).toMatchObject({ look: { stage: 'waiting' }, facts: { track }, isComplete: false });
  expect(await stagesOf('a clip looked at again', () => look(clip))).toEqual(['waiting', 'waiting', 'seen']);
  expect(getState().facts?.track.frames).toEqual(track.frames);
  expect(getState().isComplete).toBe(true);
});

test('the second measurement goes on when the comparison is left, and ends as seen without one', async () => {
  const { keep, look, stop, getState } = clipBodyOf('a clip left while it is measured');
  const track = drawnSwing();
  const measuredAt = { restTime: 1, topTime: 2, strikeTime: 2.5 };
  const stages = await stagesOf('a clip left while it is measured', () => {
    keep({ source: 'a clip', stretch: { from: 0.5, to: 3 }, track, measuredAt });
    look({ ...CLIP, frameTimes: [0, 1, 2] });
    stop();
  });
  expect(stages.at(-1)).toBe('seen');
  expect(getState()).toMatchObject({ facts: { track: { frames: track.frames } }, isComplete: false });
});
