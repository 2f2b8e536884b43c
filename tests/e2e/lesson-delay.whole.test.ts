// A microphone that is late, measured with claps in a real browser, and put right in the lesson and in the next one.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openTab } from '#tests/fixtures/open-tab.ts';
import { PHONE } from './browser.ts';
import { lessonsForTests, record, recordedFor, stageOf } from './lesson-steps.ts';

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

async function recordLesson(page: Page): Promise<void> {
  await record(page);
  await recordedFor(page, 2);
  await page.getByRole('button', { name: 'Stop and keep the lesson' }).click();
  await stageOf(page).getByRole('button', { name: 'Your lesson is ready' }).click();
  await page.getByText('Edit the lesson', { exact: true }).click();
}

const delayIn = async (page: Page) =>
  Number(await page.getByRole('slider', { name: 'Voice earlier by' }).getAttribute('aria-valuenow'));

test('claps to a beat measure a late microphone; the lesson and the next one are set to it', async () => {
  const { page, pageErrors, stage } = await atTheStage(PHONE, LATE_CLAPS);
  await recordLesson(page);
  const late = page.getByRole('region', { name: 'Late microphone' });
  await late.getByText('Your microphone seems to be wireless.').waitFor();
  expect(await delayIn(page)).toBe(0);
  await late.getByRole('button', { name: 'Measure it' }).click();
  await late.getByText(/^Your microphone is about \d+ ms late/).waitFor();
  const measured = await delayIn(page);
  expect(measured).toBeGreaterThanOrEqual(220);
  expect(measured).toBeLessThan(330);
  await page.reload();
  await page.getByText('Edit the lesson', { exact: true }).click();
  expect(await delayIn(page)).toBe(measured);

  await page.goBack();
  await openTab(stage, 'Save');
  await recordLesson(page);
  expect(await delayIn(page)).toBe(measured);
  expect(pageErrors).toEqual([]);
});
