// The camera, the microphone and the encoder of a range session, in real Chromium: whatever happens while they open or run, they
// are closed with the session, and the page hears of a failure.
import { describe, expect, test } from 'vitest';
import { sessionsForTests } from '#tests/fixtures/session-devices.ts';

const session = sessionsForTests();

describe('closes camera and microphone', () => {
  test.each([
    [
      'that are left while the camera opens, and does not ask for the microphone then',
      "store.start(); await isAsked('video'); store.stop(); await devices.let('video');",
    ],
    [
      'that are left while the microphone opens',
      "store.start(); await devices.let('video'); await isAsked('audio'); store.stop(); await devices.let('audio');",
    ],
    [
      'that are left while they run',
      "store.start(); await devices.let('video'); await devices.let('audio'); await until(() => store.getState().stream); store.stop();",
    ],
    [
      'of the first of two starts',
      "store.start(); await isAsked('video'); store.start(); await until(() => asked.length === 2); store.stop(); await devices.let('video'); await devices.let('video');",
    ],
  ])('%s [F24]', async (_, script) => {
    const end = `await until(() => tracks.length > 0 && devices.open() === 0);
      const { phase, isOpening, stream } = store.getState();
      return { phase, isOpening, stream, asked: asked.length };`;
    expect(await session(script + end)).toEqual({ phase: 'off', isOpening: false, stream: null, asked: 0 });
  });

  test('when the sound of the page cannot start [F24]', async () => {
    const script = `globalThis.AudioContext = class { constructor() { throw new DOMException('', 'NotSupportedError'); } };
      store.start(); await devices.let('video'); await devices.let('audio');
      await until(() => store.getState().problem && devices.open() === 0);
      return store.getState().problem;`;
    expect(await session(script)).toBe('failed');
  });

  test('of a lesson whose sound cannot be measured [F24]', async () => {
    const script = `const { openMicrophone } = await import('/web/lessons/microphone.ts');
      globalThis.AudioContext = class { constructor() { throw new DOMException('', 'NotSupportedError'); } };
      const opening = openMicrophone();
      await devices.let('audio');
      return { answer: await opening, open: devices.open() };`;
    expect(await session(script)).toEqual({ answer: 'failed', open: 0 });
  });
});

test('tells the page when the camera’s frames can no longer be read, and closes everything [F25]', async () => {
  const script = `const RealProcessor = MediaStreamTrackProcessor;
    globalThis.MediaStreamTrackProcessor = class {
      constructor(init) {
        this.readable = init.track.kind === 'video'
          ? new ReadableStream({ pull: (controller) => controller.error(new Error('The camera broke')) })
          : new RealProcessor(init).readable;
      }
    };
    store.start(); await devices.let('video'); await devices.let('audio');
    await until(() => store.getState().problem && devices.open() === 0);
    return store.getState().problem;`;
  expect(await session(script)).toBe('stopped');
});

test('opens a failed encoder once more, and gives up when that fails too [F25]', async () => {
  const script = `const encoders = [];
    const RealEncoder = VideoEncoder;
    globalThis.VideoEncoder = class extends RealEncoder {
      constructor(init) { super(init); encoders.push(this); }
      static isConfigSupported(config) { return RealEncoder.isConfigSupported(config); }
    };
    const { createEncodedRing } = await import('/web/range/capture/encoded-ring.ts');
    const ring = await createEncodedRing({ width: 320, height: 240, rotation: 0 }, 30);
    const canvas = new OffscreenCanvas(320, 240);
    canvas.getContext('2d').fillRect(0, 0, 9, 9);
    let number = 0;
    const add = () => ring.add(new VideoFrame(canvas, { timestamp: Math.round(++number * 1e6 / 30) }));
    const film = async () => { add(); await encoders.at(-1).flush(); return ring.cut(0, 99)?.frames.map(({ isKey }) => isKey); };
    const before = await film();
    encoders.at(-1).close();
    const after = await film();
    encoders.at(-1).close();
    const again = await film().catch((error) => error.message);
    return { before, after, again, encoders: encoders.length };`;
  expect(await session(script)).toEqual({
    before: [true],
    after: [true],
    again: 'The encoder failed twice',
    // The first is a trial.
    encoders: 3,
  });
});
