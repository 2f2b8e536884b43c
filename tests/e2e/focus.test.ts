// One thing to work on: picked from a difference, kept on the device, and heard after each shot at the range.
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import { scaled } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { endSwinging, rangeCamera } from '#tests/fixtures/range-camera.ts';
import { WITH_VOICE, type WithVoice } from '#tests/fixtures/spoken.ts';
import { axeViolations } from './axe-violations.ts';
import { PHONE } from './browser.ts';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests();

const FOCUS = {
  measure: 'spineTilt',
  position: 'rest',
  view: 'down-the-line',
  hand: 'right',
  knee: null,
  club: 'iron',
  before: { value: 15, plusMinus: 4 },
  goal: 29,
  pickedAtMs: 1_800_000_000_000,
  sets: [],
};

test('My swings shows what the golfer works on, also after a reload, until one press drops it', async () => {
  const { page, pageErrors } = await site.newVisitor(PHONE);
  await page.goto(`${site.server.origin}/my-swings`);
  const shots = Array.from({ length: 10 }, () => ({ value: 30, plusMinus: 4 }));
  const tested = { ...FOCUS, sets: [{ endedAtMs: 1_800_000_000_000, shots }] };
  await page.evaluate((focus) => localStorage.setItem('swingmark:focus', JSON.stringify(focus)), tested);
  await page.reload();
  await untilHydrated(page);
  const card = page.getByRole('region', { name: 'What you’re working on' });
  await card.getByText('Spine tilt · Setup').waitFor();
  for (const text of ['Filmed down the line, iron', '15° (±9°, one swing)', '29° or more'])
    await card.getByText(text).waitFor();
  await card.getByText('At setup look for a spine more bent forward.').waitFor();
  await card.getByRole('listitem').getByText('Changed: 15° before, 30° ±5° over 10 shots.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await card.getByRole('button', { name: 'Drop' }).press('Enter');
  await card.waitFor({ state: 'detached' });
  await page.reload();
  await untilHydrated(page);
  expect([await card.count(), pageErrors]).toEqual([0, []]);
});

wholeTest('a difference of the bodies becomes the focus with one press on a phone', async () => {
  const { page, pageErrors } = await site.newVisitor({ ...PHONE, isUnmetered: true });
  const chip = library.golfers.find(({ slug }) => slug === 'chip-down-the-line-18-9');
  if (!chip) throw new Error('The library has no such chip');
  const { file, restTime, topTime, strikeTime } = chip;
  const user = { path: join('content', file), marks: { restTime, topTime, strikeTime } };
  await openSeeded(page, site.server.origin, { user, pro: 'golfer' });
  const stage = page.getByRole('group', { name: 'Synced preview' });
  const list = stage.getByRole('region', { name: 'Biggest differences' });
  await list.getByRole('button', { name: 'Compare the bodies too' }).click();
  await list.getByRole('button', { name: /At the top your hands/ }).click();
  await stage.getByRole('button', { name: 'Work on this' }).click();
  await stage.getByText('Kept in My swings.').waitFor({ state: 'attached' });
  expect(await stage.getByRole('tab', { name: 'Save' }).isVisible()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await stage.getByRole('link', { name: 'To the range' }).click();
  await page.getByRole('heading', { name: 'Range', level: 1 }).waitFor();
  // The picture is made beside the press, so that leaving the page at once may lose it.
  await page.waitForFunction(() => localStorage.getItem('swingmark:focus-picture') !== null);
  await page.goto(`${site.server.origin}/my-swings`);
  const card = page.getByRole('region', { name: 'What you’re working on' });
  const picture = card.getByRole('img', { name: /^Your swing when you picked it: .+ · Top$/ });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(480);
  expect(await axeViolations(page)).toEqual([]);
  await card.getByRole('button', { name: 'Drop' }).click();
  expect(await page.evaluate(() => localStorage.getItem('swingmark:focus-picture'))).toBeNull();
  expect(pageErrors).toEqual([]);
});

/** The shots that are measured. The wait from a cut to its sentence is printed for them. */
const SHOTS = scaled(1, 60);

function waitsOf({ spoken, cut }: WithVoice): string {
  const next = (index: number) => cut[index + 1] ?? Number.POSITIVE_INFINITY;
  const waits = cut
    .flatMap((from, index) => spoken.find(({ at }) => at >= from && at < next(index))?.at ?? [])
    .map((at) => (at - (cut.findLast((from) => from <= at) ?? at)) / 1000)
    .toSorted((a, b) => a - b);
  const share = (part: number) => waits[Math.min(waits.length - 1, Math.floor(part * waits.length))]?.toFixed(2);
  return `p50 ${share(0.5)} s, p95 ${share(0.95)} s, ${waits.length} of ${cut.length} shots`;
}

/** A golfer of the library in front of the range's camera. */
async function filmedAtTheRange(slug: string) {
  const { page, pageErrors } = await site.newVisitor({ ...PHONE, isUnmetered: true });
  const golfer = library.golfers.find((one) => one.slug === slug);
  if (!golfer) throw new Error(`The library has no ${slug}`);
  const size = { widthPx: 640, heightPx: 360 };
  const fitted = `scale=${size.widthPx}:${size.heightPx}:force_original_aspect_ratio=decrease,pad=${size.widthPx}:${size.heightPx}:-1:-1`;
  const raw = ['-vf', `fps=30,${fitted},format=yuv420p`, '-f', 'rawvideo', 'pipe:1'];
  const options = { encoding: 'buffer', maxBuffer: 1e9 } as const;
  const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', join('content', golfer.file), ...raw], options);
  const address = `${site.server.origin}/reel`;
  await page.context().route(address, (route) => route.fulfill({ body: Buffer.from(stdout) }));
  const frames = stdout.byteLength / (size.widthPx * size.heightPx * 1.5);
  await page.addInitScript(rangeCamera({ ...size, every: 10, reel: { address, frames, strike: golfer.strikeTime } }));
  return { page, pageErrors };
}

wholeTest(
  'each shot at the range is measured for the focus, and its result is spoken and shown',
  async () => {
    const { page, pageErrors } = await filmedAtTheRange('iron-down-the-line-27-9');
    await page.addInitScript(WITH_VOICE);
    await page.addInitScript((focus) => localStorage.setItem('swingmark:focus', JSON.stringify(focus)), FOCUS);
    await page.goto(`${site.server.origin}/range`);
    await page
      .getByText('You’re working on this: Spine tilt · Setup. Film down the line, with the same club (iron).')
      .waitFor();
    await page.getByRole('button', { name: 'Start the session' }).click();
    const heard = () => page.evaluate('({ spoken, cut })') as Promise<WithVoice>;
    const measured = async () =>
      (await heard()).spoken.filter(({ text }) => /^\d+ degrees\. At your goal\./.test(text));
    await expect
      .poll(async () => (await measured()).length, { timeout: 280_000 + 15_000 * SHOTS })
      .toBeGreaterThanOrEqual(SHOTS);
    await page.evaluate(endSwinging);
    await page
      .getByRole('region', { name: 'Range session' })
      .getByText(/ degrees\. At your goal\./)
      .waitFor();
    console.info(`from the cut to the voice: ${waitsOf(await heard())}`);
    await page.getByRole('button', { name: 'End', exact: true }).click();
    const session = page.getByRole('region', { name: 'This session' });
    await session
      .getByRole('button', { name: /^Swing \d+, tempo/, disabled: false })
      .last()
      .click();
    await session.getByRole('button', { name: 'Still pictures' }).click({ timeout: 60_000 });
    await session
      .getByRole('img', { name: /^You and .+ at [4-8] positions of the swing$/ })
      .waitFor({ timeout: 60_000 });
    expect(pageErrors).toEqual([]);
  },
  300_000 + 20_000 * SHOTS,
);
