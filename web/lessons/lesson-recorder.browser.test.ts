// A recorder whose recording does not begin, or is left while it begins, in real Chromium with its database.
import { expect, test } from 'vitest';
import { freshPageForTests } from '#tests/fixtures/player-page.ts';

const onFreshPage = freshPageForTests();

/** Records a lesson with a silent microphone and a short countdown. `asBegun` runs in place of the recorder's start. */
const record = (asBegun: string, then: string) => `(async () => {
  const { LessonRecorder } = await import('/web/lessons/lesson-recorder.ts');
  const { keptDatabase } = await import('/web/kept/kept-database.ts');
  const wait = setTimeout;
  globalThis.setTimeout = (work, ms) => wait(work, ms === 1000 ? 1 : ms);
  const tracks = [];
  navigator.mediaDevices.getUserMedia = async () => {
    const { stream } = new AudioContext().createMediaStreamDestination();
    tracks.push(...stream.getTracks());
    return stream;
  };
  const recorder = new LessonRecorder();
  const begin = MediaRecorder.prototype.start;
  MediaRecorder.prototype.start = function (ms) { ${asBegun} };
  const swing = { clipId: 'a', file: new File(['no video'], 'a.mp4'), slowMotionFactor: null, proposedFactor: null,
    annotations: { restTime: null, topTime: null, strikeTime: null } };
  const kept = { user: swing, pro: swing, alignment: 'strike', choices: {}, drawn: null, begunAfter: 0 };
  const stage = () => ({ at: 0, rate: 0, apart: null, view: { alignment: 'strike', choices: {} }, drawn: [], draft: null,
    zoom: { scale: 1, x: 0, y: 0, only: null }, frameSeconds: 1 / 30 });
  await recorder.start(kept, stage, true);
  ${then}
  const { stage: now, problem } = recorder.getState();
  const live = tracks.filter(({ readyState }) => readyState === 'live').length;
  return { now, problem, live, lessons: await (await keptDatabase()).count('lessons') };
})()`;

const UNTIL_CLOSED =
  "while (tracks.some(({ readyState }) => readyState === 'live')) await new Promise(requestAnimationFrame);";

test('leaves nothing behind when the recording cannot begin [F33]', async () => {
  const script = record("throw new DOMException('', 'NotSupportedError');", 'await recorder.stop();');
  expect(await onFreshPage(script)).toEqual({ now: 'idle', problem: 'not-kept', live: 0, lessons: 0 });
});

test('stays off when the page is left while the recording begins [F33]', async () => {
  const script = record('begin.call(this, ms); recorder.leave();', UNTIL_CLOSED);
  expect(await onFreshPage(script)).toMatchObject({ now: 'idle', problem: null, live: 0 });
});
