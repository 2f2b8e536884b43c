// The live preview with both golfers framed beside the merged file of the same plan: at the same plan times both show the same
// frames, and the same part of each picture on the same place, read from pixels.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { AS_FILMED, type ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import { type ComparisonPlan, planComparison } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameTime, shownFrameAt } from '#domain/comparison/timeline.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { mergeVideos } from '#server/ffmpeg/merge/merge-videos.ts';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { grayPictures } from '#tests/fixtures/read-frame-numbers.ts';
import { seeded } from '#tests/fixtures/seeded.ts';
import { marksOf, type Swing, settledGroup, syncedWorkbenchForTests } from '#tests/fixtures/synced-workbench.ts';
import { shownIfWanted } from '#tests/parity/cropped-pane.ts';

const TOOLS = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };
const USER: Swing = { options: { fps: [30, 1], frames: 120, widthPx: 180, heightPx: 320 }, marks: [20, 55, 70] };
const PRO: Swing = { options: { fps: [60, 1], frames: 200, widthPx: 320, heightPx: 180 }, marks: [40, 95, 120] };
const CHOICES: ComparisonChoices = {
  ...AS_FILMED,
  framing: 'golfers',
  hasStrip: true,
  user: {
    ...AS_FILMED.user,
    isMirrored: true,
    box: { headPermille: 250, solesPermille: 780, middlePermille: 430 },
  },
  pro: { ...AS_FILMED.pro, box: { headPermille: 180, solesPermille: 900, middlePermille: 560 } },
};
const PLACES = scaled(24, 200);
/** How far an edge may be elsewhere, in pixels of the canvas: the screen has another size, and ffmpeg's edges are even. */
const NEAR_PX = 2;
/** Minimum difference of two gray values that counts as another picture: black beside white differs by more, also blurred. */
const UNLIKE = 80;
/** Maximum share of a picture that may differ: corners of blocks, which two ways of scaling round differently. */
const MOST_FAR = 0.005;

const HIDDEN_ON_SCREEN = 'figcaption, .pointer-events-none.absolute.bottom-3 { visibility: hidden }';

const workbench = syncedWorkbenchForTests();

/** The merged file of the plan that the live preview makes for a stage of this aspect ratio. */
async function merged(aspect: number) {
  const folder = await mkdtemp(join(tmpdir(), 'framed-live-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const side = async (swing: Swing) => {
    const { path } = await numberedClip(swing.options);
    const video = await probeClip(TOOLS, path);
    return { path, video, clip: video.clip, annotations: marksOf(swing) };
  };
  const sides = { user: await side(USER), pro: await side(PRO) };
  const result = planComparison(sides.user, sides.pro, 'strike', CHOICES, aspect);
  if (!result.ok) throw new Error(result.problem);
  const outputPath = join(folder, 'merged.mp4');
  await mergeVideos(TOOLS, { plan: result.plan, ...sides, outputPath });
  return { plan: result.plan, sides, pictures: await grayPictures(outputPath, result.plan.canvas) };
}

test('live view and file show the same part of each picture in the same place, at the same frames', async () => {
  const page = await workbench.openPreview(USER, PRO, { reducedMotion: 'reduce' }, CHOICES);
  // Elements that only the screen has: names, the hint, and the soft edges around the pictures.
  await page.addStyleTag({ content: HIDDEN_ON_SCREEN });
  const group = page.getByRole('group', { name: 'Synced preview' });
  await settledGroup(page);
  const { plan, sides, pictures } = await merged(await aspectOf(group.locator('figure').first().locator('..')));
  expect(plan.isFramed).toBe(true);
  const slider = group.getByRole('slider', { name: 'Seek' });
  const track = await slider.locator('xpath=ancestor::*[@data-orientation][1]').boundingBox();
  if (!track) throw new Error('There is no slider');
  const random = seeded(47);
  const wrong: unknown[] = [];
  const moved: number[] = [];
  for (let place = 0; place < PLACES; place += 1) {
    await page.mouse.click(track.x + 14 + random() * (track.width - 28), track.y + track.height / 2);
    await settledGroup(page);
    const frame = Number(await slider.getAttribute('aria-valuenow'));
    const file = pictures[frame] ?? new Uint8Array();
    for (const [index, side] of SIDES.entries()) {
      const { frameTimes } = sides[side].clip;
      const wanted = frameIndexAt(frameTimes, shownFrameAt(plan, side, frameTimes, mergedFrameTime(plan, frame)));
      const live = await paneOnCanvas(page, group.locator('figure > div').nth(index), plan, side);
      const seen = { file: shownIfWanted(file, plan, side, wanted), live: shownIfWanted(live, plan, side, wanted) };
      const far = farShare(live, file, plan, side);
      moved.push(farShare(live, file.subarray(2 * NEAR_PX), plan, side));
      if (seen.file !== wanted || seen.live !== wanted || far > MOST_FAR)
        wrong.push({ frame, side, wanted, seen, far });
    }
  }
  expect(wrong).toEqual([]);
  // A place two pixels farther off would be noticed.
  expect(Math.max(...moved)).toBeGreaterThan(MOST_FAR);
  await page.close();
});

/** As the stage rounds it. */
async function aspectOf(pictures: Locator): Promise<number> {
  return pictures.evaluate(({ clientWidth, clientHeight }) => Math.round((200 * clientWidth) / clientHeight) / 200);
}

/** A side's picture on the screen, in its place on the plan's canvas: one byte per pixel, black elsewhere. */
async function paneOnCanvas(page: Page, pane: Locator, { canvas, panes }: ComparisonPlan, side: Side) {
  const clip = await pane.boundingBox();
  if (!clip) throw new Error('There is no picture');
  const png = await page.screenshot({ clip });
  const { xPx, yPx, widthPx, heightPx } = panes[side].rect;
  const scale = `scale=${widthPx}:${heightPx}:flags=bicubic,pad=${canvas.widthPx}:${canvas.heightPx}:${xPx}:${yPx}`;
  const args = ['-v', 'error', '-f', 'png_pipe', '-i', 'pipe:0', '-vf', scale, '-f', 'rawvideo', '-pix_fmt', 'gray'];
  const { stdout } = await execa('ffmpeg', [...args, 'pipe:1'], { input: png, encoding: 'buffer', maxBuffer: 1e8 });
  return stdout;
}

/** The share of a pane's pixels, clip and black surroundings, without a match in the other picture within {@link NEAR_PX}. */
function farShare(live: Uint8Array, file: Uint8Array, { canvas, panes }: ComparisonPlan, side: Side): number {
  const { xPx, yPx, widthPx, heightPx } = panes[side].rect;
  const at = (picture: Uint8Array, x: number, y: number) => picture[y * canvas.widthPx + x] ?? 0;
  let far = 0;
  for (let y = yPx + NEAR_PX; y < yPx + heightPx - NEAR_PX; y += 1) {
    for (let x = xPx + NEAR_PX; x < xPx + widthPx - NEAR_PX; x += 1) {
      const value = at(live, x, y);
      if (Math.abs(value - at(file, x, y)) < UNLIKE) continue;
      let isNear = false;
      for (let down = -NEAR_PX; down <= NEAR_PX && !isNear; down += 1) {
        for (let right = -NEAR_PX; right <= NEAR_PX && !isNear; right += 1) {
          isNear = Math.abs(value - at(file, x + right, y + down)) < UNLIKE;
        }
      }
      if (!isNear) far += 1;
    }
  }
  return far / (widthPx * heightPx);
}
