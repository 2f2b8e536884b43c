// What a visitor does on the pages, in the words of the screens. Used by every end-to-end test.
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The amateur swing that ships with the product: its moments are at 0, 1.2 and 1.6 s. */
export const AMATEUR_SWING = join(import.meta.dirname, '..', '..', 'content/swings/demo-amateur.mp4');

/** A reference swing that ships with the product. */
export const REFERENCE_SWING = join(import.meta.dirname, '..', '..', 'content/swings/driver-face-on-24-8.mp4');

const FILE_INPUTS = { user: 'Your swing video file', pro: 'Pro swing video file' } as const;
const REGIONS = { user: 'Your swing video and its positions', pro: 'Pro swing video and its positions' } as const;

type Subject = keyof typeof FILE_INPUTS;

/** Chooses a video as the visitor's own swing or as their pro's. */
export async function chooseVideo(page: Page, subject: Subject, path: string): Promise<void> {
  await page.getByLabel(FILE_INPUTS[subject]).setInputFiles(path);
  await page.getByRole('region', { name: REGIONS[subject] }).getByRole('slider', { name: 'Seek' }).waitFor();
}

/** Marks rest, top and strike at the given percentages of the clip. */
export async function markPositions(page: Page, subject: Subject, times: readonly [number, number, number]) {
  const region = page.getByRole('region', { name: REGIONS[subject] });
  const video = region.locator('video');
  for (const [index, name] of ['Mark Rest', 'Mark Top', 'Mark Strike'].entries()) {
    await seek(video, times[index] ?? 0);
    await region.getByRole('button', { name }).click();
    await waitForToast(page, 'Position marked');
    await page.getByRole('button', { name: 'Close message' }).click();
  }
  await region.getByText('All positions marked! Ready for comparison.').waitFor();
}

async function seek(video: ReturnType<Page['locator']>, time: number): Promise<void> {
  await video.evaluate(async (element: HTMLVideoElement, wished) => {
    if (Math.abs(element.currentTime - wished) < 0.001) return;
    const seeked = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }));
    // A little into the frame, so that rounding cannot land on its neighbour.
    element.currentTime = wished + 0.01;
    await seeked;
  }, time);
}

/** Everything up to a comparison that is ready: the amateur swing, its marks, the first golfer of the library. */
export async function prepareComparison(page: Page): Promise<string> {
  await chooseVideo(page, 'user', AMATEUR_SWING);
  await markPositions(page, 'user', [0, 1.2, 1.6]);
  const golfer = page.locator('button[aria-pressed]').first();
  await golfer.click();
  return (await golfer.locator('[id$="-name"]').textContent()) ?? '';
}

/** Waits until the merged video is there and has pictures. */
export async function waitForMergedVideo(page: Page): Promise<void> {
  await page.getByText(/Videos successfully merged with (strike|top) alignment!/).waitFor({ timeout: 90_000 });
  await page.waitForFunction(() => {
    const video = document.querySelector<HTMLVideoElement>('video[aria-label="Merged comparison"]');
    return (video?.videoWidth ?? 0) > 0;
  });
}

/** Waits for a toast. Its text is on the page twice for a moment: Radix also announces it to screen readers. */
export async function waitForToast(page: Page, title: string): Promise<void> {
  await page.getByText(title, { exact: true }).waitFor();
}
