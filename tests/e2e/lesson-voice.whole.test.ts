// The voice of a lesson: a microphone that is late is measured with claps, and captions are proposed from words.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openTab, stageOf } from '#tests/fixtures/open-tab.ts';
import { PHONE } from './browser.ts';
import { lessonsForTests, record, recordedFor } from './lesson-steps.ts';

const { atTheStage } = lessonsForTests();

/** A wireless microphone, into which somebody claps a quarter of a second after each beat. */
const LATE_CLAPS = `
  const context = new AudioContext();
  let microphone;
  navigator.mediaDevices.getUserMedia = async () => {
    await context.resume();
    microphone = context.createMediaStreamDestination();
    const silence = new ConstantSourceNode(context, { offset: 0 });
    silence.connect(microphone);
    silence.start();
    Object.defineProperty(microphone.stream.getAudioTracks()[0], 'label', { value: 'AirPods' });
    return microphone.stream;
  };
  function clap(time) {
    const noise = context.createBuffer(1, 1440, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let n = 0; n < 1440; n += 1) samples[n] = 0.7 * Math.exp(-n / 240) * Math.sin(n * n);
    const source = new AudioBufferSourceNode(context, { buffer: noise });
    source.connect(microphone);
    source.start(time);
  }
  const start = MediaRecorder.prototype.start;
  MediaRecorder.prototype.start = function (...options) {
    this.addEventListener('start', () => {
      for (let beat = 0; beat < 10; beat += 1) clap(context.currentTime + 2 + 0.8 * beat + 0.25);
    });
    start.apply(this, options);
  };
`;

async function recordLesson(page: Page, seconds: number): Promise<void> {
  await record(page);
  await recordedFor(page, seconds);
  await page.getByRole('button', { name: 'Stop and keep the lesson' }).click();
  await stageOf(page).getByRole('button', { name: 'Your lesson is ready' }).click();
  await page.getByText('Edit the lesson', { exact: true }).click();
}

const delayIn = async (page: Page) =>
  Number(await page.getByRole('slider', { name: 'Voice earlier by' }).getAttribute('aria-valuenow'));

test('claps to a beat measure a late microphone; the lesson and the next one are set to it', async () => {
  const { page, pageErrors, stage } = await atTheStage(PHONE, LATE_CLAPS);
  await recordLesson(page, 2);
  const late = page.getByRole('region', { name: 'Late microphone' });
  await late.getByText('Your microphone seems to be wireless.').waitFor();
  expect(await delayIn(page)).toBe(0);
  await late.getByRole('button', { name: 'Measure it' }).click();
  await late.getByText(/^Your microphone is about \d+ ms late/).waitFor();
  const measured = await delayIn(page);
  expect(measured).toBeGreaterThanOrEqual(220);
  // Chromium's audio context adds a delay of its own, on a busy machine 0.1 s and more.
  expect(measured).toBeLessThan(500);
  await page.reload();
  await page.getByText('Edit the lesson', { exact: true }).click();
  expect(await delayIn(page)).toBe(measured);

  await page.goBack();
  await openTab(stage, 'Save');
  await recordLesson(page, 2);
  expect(await delayIn(page)).toBe(measured);
  expect(pageErrors).toEqual([]);
});

/** A Chrome with a recognizer, which hears two sentences. The silence after the first one ends it. */
const RECOGNIZER = `
  Object.defineProperty(navigator, 'userAgentData', { value: { brands: [{ brand: 'Google Chrome' }] } });
  globalThis.SpeechRecognition = class extends EventTarget {
    static available = async ({ processLocally }) => (processLocally ? 'available' : 'unavailable');
    runs = 0;
    start(track) {
      if (track.kind !== 'audio') throw new Error('There is no sound');
      this.runs += 1;
      const text = this.runs === 1 ? 'keep your head still' : 'turn your hips';
      if (this.runs > 2) return;
      const say = (isFinal) => {
        const results = [Object.assign([{ transcript: text }], { isFinal })];
        this.dispatchEvent(Object.assign(new Event('result'), { results }));
      };
      setTimeout(() => say(false), 900);
      setTimeout(() => {
        say(true);
        this.dispatchEvent(new Event('end'));
      }, 1500);
    }
    abort() {}
  };
`;

test('captions are proposed from the words of the voice where the browser hears them on the device', async () => {
  const { page, pageErrors, sent } = await atTheStage(PHONE, RECOGNIZER);
  await recordLesson(page, 4);
  const captions = page.getByRole('region', { name: 'Captions' });
  await captions.getByRole('button', { name: 'Propose captions' }).click();
  await captions.getByText('Listening…').waitFor();
  await expect
    .poll(() =>
      captions.locator('input').evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
    )
    .toEqual(['keep your head still', 'turn your hips', '']);
  expect(sent).toEqual([]);
  expect(pageErrors).toEqual([]);
});
