// Camera, microphone and sound fail before or while a session runs: it goes on without them where it can, and says why where not.
import { describe, expect, test } from 'vitest';
import { sessionsForTests } from '#tests/fixtures/session-devices.ts';

const session = sessionsForTests();

/** The names of getUserMedia's errors (MDN), with the browsers that were reported to give them. */
const REFUSALS = [
  ['NotAllowedError', 'denied', 'the visitor or a policy'],
  ['NotFoundError', 'no-camera', 'no camera, or Lockdown Mode'],
  ['NotReadableError', 'in-use', 'Android and Windows: another app has it'],
  ['AbortError', 'in-use', 'Firefox: starting the camera failed'],
  ['InvalidStateError', 'failed', 'Safari: the page was in the background'],
] as const;

describe('a session', () => {
  test('names the reason why the camera does not open', async () => {
    const script = `const told = [];
      for (const name of ${JSON.stringify(REFUSALS.map(([name]) => name))}) {
        store.start(); await devices.refuse('video', name); await until(() => store.getState().problem);
        const { problem, phase, isOpening } = store.getState();
        told.push([problem, phase, isOpening]);
      }
      return told;`;
    expect(await session(script)).toEqual(REFUSALS.map(([, problem]) => [problem, 'off', false]));
  });

  test('goes on without sound where the microphone is refused', async () => {
    const script = `store.start(); await devices.let('video'); await devices.refuse('audio', 'NotAllowedError');
      await until(() => store.getState().facts);
      const { phase, problem, canHear } = store.getState();
      store.stop();
      return { phase, problem, canHear };`;
    expect(await session(script)).toEqual({ phase: 'armed', problem: null, canHear: false });
  });

  // iOS and Android: w3c/mediacapture-main issue 837, 100mslive/web-sdks PR 3728.
  test('says that a call has the camera, and goes on afterwards', async () => {
    const script = `await open();
      const [track] = store.getState().stream.getVideoTracks();
      track.dispatchEvent(new Event('mute'));
      const during = [store.getState().phase, store.getState().isInterrupted];
      track.dispatchEvent(new Event('unmute'));
      const after = [store.getState().phase, store.getState().isInterrupted];
      store.stop();
      return { during, after };`;
    expect(await session(script)).toEqual({ during: ['armed', true], after: ['armed', false] });
  });

  // iOS: WebAudio/web-audio-api issue 2392, Tone.js issue 767.
  test('sounds again after a call has suspended its sound', async () => {
    const script = `await open();
      const [context] = contexts;
      await until(() => context.state === 'running');
      await context.suspend();
      await until(() => context.state === 'running');
      store.stop();
      return true;`;
    expect(await session(script)).toBe(true);
  });

  // Cameras take the nearest they have: MDN, MediaTrackConstraints. The test's gives 320×240 where 1280×720 was asked.
  test('films at the size and rate that the camera gives, and counts no frame as dropped', async () => {
    const script = `const settings = MediaStreamTrack.prototype.getSettings;
      MediaStreamTrack.prototype.getSettings = function () { return { ...settings.call(this), frameRate: 60 }; };
      await open();
      const filming = setInterval(() => pictures[0].getContext('2d').fillRect(0, 0, 9, 9), 100);
      await until(() => store.getState().facts?.frames > 20 && store.getState().facts.recentlyDropped < 0.1);
      clearInterval(filming);
      const { widthPx, heightPx } = store.getState().facts;
      store.stop();
      return { widthPx, heightPx };`;
    expect(await session(script)).toEqual({ widthPx: 320, heightPx: 240 });
  });
});

// Firefox: bug 1674892, openai/openai-realtime-console issue 457.
test('a lesson hears a microphone of another rate than the browser’s sound', async () => {
  const script = `const { openMicrophone } = await import('/web/lessons/microphone.ts');
    const { createMediaStreamSource } = AudioContext.prototype;
    MediaStreamTrack.prototype.getSettings = () => ({ sampleRate: 16000 });
    AudioContext.prototype.createMediaStreamSource = function (stream) {
      if (this.sampleRate !== 16000) throw new DOMException('Connecting AudioNodes from AudioContexts with different sample-rate is currently not supported.', 'NotSupportedError');
      return createMediaStreamSource.call(this, stream);
    };
    const opening = openMicrophone();
    await devices.let('audio');
    const microphone = await opening;
    const level = microphone.level();
    microphone.close();
    await until(() => devices.open() === 0);
    return level;`;
  expect(await session(script)).toBe(0);
});
