// A visitor's steps on the pages, shared by the end-to-end tests.
import type { Locator, Page } from 'playwright-core';
import { smallSwing } from '#tests/fixtures/small-library.ts';

/** The amateur swing that ships with the product: its moments are at 0, 1.2 and 1.6 s. */
export const AMATEUR_SWING = await smallSwing('demo-amateur');

/** A reference swing that ships with the product. */
export const REFERENCE_SWING = await smallSwing('driver-face-on-24-8');

const FILE_INPUTS = { user: 'Your swing video file', pro: 'Pro swing video file' } as const;
const REGIONS = { user: 'Your swing video and its positions', pro: 'Pro swing video and its positions' } as const;

type Subject = keyof typeof FILE_INPUTS;

/** Chooses a video as the visitor's own swing or as their pro's. */
export async function chooseVideo(page: Page, subject: Subject, path: string): Promise<void> {
  await page.getByLabel(FILE_INPUTS[subject]).setInputFiles(path);
  await page.getByRole('region', { name: REGIONS[subject] }).getByRole('slider', { name: 'Seek' }).waitFor();
}

/** Marks rest, top and strike at the given seconds of the clip. */
export async function markPositions(page: Page, subject: Subject, times: readonly [number, number, number]) {
  const region = page.getByRole('region', { name: REGIONS[subject] });
  const video = region.locator('video');
  for (const [index, name] of ['Mark Setup', 'Mark Top', 'Mark Impact'].entries()) {
    const time = times[index] ?? 0;
    // Slightly into the frame, so that rounding cannot select the one before.
    await seek(video, time === 0 ? 0 : time + 0.01);
    await region.getByRole('button', { name }).click();
    await waitForToast(page, 'Position marked');
    await closeToast(page);
  }
  await region.getByText('All positions marked! Ready for comparison.').waitFor();
}

/** Seeks a video to a time in seconds and waits until it shows the frame there. */
export async function seek(video: Locator, time: number): Promise<void> {
  await video.evaluate(async (element: HTMLVideoElement, requested) => {
    const next = (type: string) => new Promise((resolve) => element.addEventListener(type, resolve, { once: true }));
    if (element.readyState === 0) await next('loadedmetadata');
    const target = Math.min(requested, element.duration - 0.001);
    if (!element.seeking && Math.abs(element.currentTime - target) < 0.001) return;
    element.currentTime = target;
    // An earlier seek may finish first.
    do await next('seeked');
    while (element.seeking);
  }, time);
}

/** Prepares a comparison: the amateur swing, its marks, the first golfer of the library. */
export async function prepareComparison(page: Page): Promise<string> {
  await chooseVideo(page, 'user', AMATEUR_SWING);
  await markPositions(page, 'user', [0, 1.2, 1.6]);
  const golfer = page.locator('#step-3 button[aria-pressed]').first();
  await golfer.click();
  await page.locator('#step-3 button[aria-pressed="true"]').first().waitFor();
  return (await golfer.locator('[id$="-name"]').textContent()) ?? '';
}

/** Waits until the merged video is loaded. On a narrow screen it is in the Save tab, which need not be open. */
export async function waitForMergedVideo(page: Page): Promise<void> {
  const isNarrow = (page.viewportSize()?.width ?? 0) < 1024;
  await page
    .getByText(/Videos successfully merged with (strike alignment|top alignment|every position matched)!/)
    .waitFor({ state: isNarrow ? 'attached' : 'visible', timeout: 90_000 });
  await page.waitForFunction(() => {
    const video = document.querySelector<HTMLVideoElement>('video[aria-label="Merged comparison"]');
    return (video?.videoWidth ?? 0) > 0;
  });
}

/** Waits for a toast. Its text is briefly on the page twice, because Radix also announces it to screen readers. */
export async function waitForToast(page: Page, title: string): Promise<void> {
  await page.getByText(title, { exact: true }).waitFor();
}

/** Closes the toast if it has not disappeared yet. */
export async function closeToast(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Close message' });
  await button.click({ timeout: 5000 }).catch(() => undefined);
  await button.waitFor({ state: 'detached' });
}
