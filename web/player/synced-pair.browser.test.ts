// The synced pair in real Chromium on clips whose pictures carry their own number: what both sides show at a plan time is
// compared with the plan frame by frame, and their drift while playing is measured. Uses the workbench page.
import { AxeBuilder } from '@axe-core/playwright';
import { execa, type ResultPromise } from 'execa';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeClip } from '#domain/clip.ts';
import { type Alignment, type AnnotatedClip, planComparison, SIDES } from '#domain/comparison-plan.ts';
import { planTime } from '#domain/time.ts';
import { shownFrameAt } from '#domain/timeline.ts';
import { type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';

const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

let workbench: ResultPromise;
let address: string;
let browser: Browser;

beforeAll(async () => {
  workbench = execa('node', ['workbench/serve.ts', '0'], { reject: false });
  const printed = await new Promise((resolve) => workbench.stdout?.once('data', resolve));
  address = String(printed).trim().replace('player.html', 'synced.html');
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS.split(' ') });
});

afterAll(async () => {
  await browser?.close();
  workbench?.kill();
});

interface Swing {
  readonly options: NumberedClipOptions;
  /** Rest, top and strike as shown frames. */
  readonly marks: readonly [number, number, number];
}

const THIRTY: Swing = { options: { fps: [30, 1], frames: 150, bFrames: 2, gop: 60 }, marks: [24, 51, 60] };
const SIXTY: Swing = { options: { fps: [60, 1], frames: 240 }, marks: [30, 75, 91] };
const SLOW_MOTION: Swing = { options: { fps: [240, 1], frames: 960, gop: 60 }, marks: [121, 390, 463] };

const PAIRS: Readonly<Record<string, { user: Swing; pro: Swing; alignment: Alignment }>> = {
  '30 beside 60 fps, meeting at the strike': { user: THIRTY, pro: SIXTY, alignment: 'strike' },
  '240 beside 30 fps, meeting at the top': { user: SLOW_MOTION, pro: THIRTY, alignment: 'top' },
};
const PLACES = 40;

describe('both sides show the frames of the plan', () => {
  test.each(Object.entries(PAIRS))('%s, at seeded plan times', async (kind, { user, pro, alignment }) => {
    const page = await openPair(user, pro, alignment);
    const planned = planOf(user, pro, alignment);
    const random = seeded(kind.length);
    const times = Array.from({ length: PLACES }, () => random() * (planned.plan.duration - 1 / 60));
    const read = await page.evaluate<(number | null)[][]>(`window.numbersAt(${JSON.stringify(times)})`);
    expect(read).toEqual(times.map((at) => framesAt(planned, at)));
    await page.close();
  });

  test('while a wish is overtaken by the next one, the newest wins', async () => {
    const page = await openPair(THIRTY, SIXTY, 'strike');
    const read = await page.evaluate(`window.numbersAfterBurst([0.2, 2.9, 1.1, 3.3, 0.7])`);
    expect(read).toEqual(framesAt(planOf(THIRTY, SIXTY, 'strike'), 0.7));
    await page.close();
  });
});

describe('while playing, both sides stay together', () => {
  const runs = Object.keys(PAIRS).flatMap((kind) => [1, 0.25].map((speed) => ({ kind, speed })));
  test.each(runs)('$kind, at $speed times the speed', async ({ kind, speed }) => {
    const { user, pro, alignment } = PAIRS[kind] as (typeof PAIRS)[string];
    const page = await openPair(user, pro, alignment);
    const apart = await page.evaluate<number[]>(`window.playAndMeasure(${speed}, 3000)`);
    const sorted = apart.map(Math.abs).sort((a, b) => a - b);
    const at = (part: number) => ((sorted[Math.floor(sorted.length * part)] ?? 0) * 1000).toFixed(1);
    console.info(`${kind} at ${speed}: ${sorted.length} pictures, apart p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
    expect(sorted.length).toBeGreaterThan(5);
    expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThan(2 / 30);
    await page.close();
  });
});

describe('the preview', () => {
  test('plays by itself once both swings are known, and stops, steps, loops and changes the meeting', async () => {
    const page = await openPreview(THIRTY, SIXTY);
    const group = page.getByRole('group', { name: 'Synced preview' });
    const startMs = await page.evaluate<number>(`(${UNTIL_BOTH_MOVE})()`);
    console.info(`From the last file to both moving: ${Math.round(startMs)} ms`);
    await group.getByRole('button', { name: 'Pause' }).click();
    await settledGroup(page);
    const seek = group.getByRole('slider', { name: 'Seek' });
    await page.keyboard.press('Home');
    await page.keyboard.press('.');
    await expect.poll(() => seek.getAttribute('aria-valuenow')).toBe('1');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => seek.getAttribute('aria-valuenow')).toBe('3');
    await group.getByRole('button', { name: 'Go to your strike' }).click();
    await settledGroup(page);
    expect(await page.evaluate(`document.querySelector('[aria-label="Left: you"]').currentTime`)).toBeCloseTo(2, 1);
    expect(await seek.getAttribute('aria-valuetext')).toMatch(
      /^0:01\.\d of 0:0\d\.\d, You at strike, Your pro at strike$/,
    );
    await group.getByRole('radio', { name: 'Strikes together' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await group.getByRole('radio', { name: 'Tops together' }).isChecked()).toBe(true);
    await settledGroup(page);
    // The moment of the visitor's swing stays, the pro's follows: 9 frames of 30 fps after its top.
    expect(await page.evaluate(`document.querySelector('[aria-label="Left: you"]').currentTime`)).toBeCloseTo(2, 1);
    expect(await page.evaluate(`document.querySelector('[aria-label="Right: Your pro"]').currentTime`)).toBeCloseTo(
      75 / 60 + 9 / 30,
      1,
    );
    await group.getByRole('combobox', { name: 'Loop' }).click();
    await page.getByRole('option', { name: 'Loop downswing' }).click();
    await page.keyboard.press('Space');
    await group.getByRole('button', { name: 'Pause' }).waitFor();
    const { violations } = await new AxeBuilder({ page }).include('fieldset').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
    await page.context().close();
  });

  test('stands still for whoever wants no motion, and says which side cannot be shown', async () => {
    const hevc: Swing = { options: { fps: [30, 1], frames: 60, codec: 'hevc', audio: 'aac' }, marks: [3, 20, 30] };
    const page = await openPreview(THIRTY, hevc, { reducedMotion: 'reduce' });
    await page.getByRole('alert').getByText('This browser cannot show this video.').waitFor();
    await settledGroup(page);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(`document.querySelector('[aria-label="Left: you"]').currentTime > 1`);
    await page.context().close();
  });
});

/** The workbench page with both files chosen; it notes when the second one was. */
async function openPreview(user: Swing, pro: Swing, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, ...options });
  const page = await context.newPage();
  page.on('pageerror', (error) => expect.soft(error.message).toBe(''));
  const marks = (swing: Swing) => Object.values(marksOf(swing)).join(',');
  await page.goto(`${address}?user=${marks(user)}&pro=${marks(pro)}`);
  await page.getByLabel('user video file').setInputFiles((await numberedClip(user.options)).path);
  await page.evaluate(
    `addEventListener('change', () => { window.chosenAt = performance.now(); }, { capture: true, once: true })`,
  );
  await page.getByLabel('pro video file').setInputFiles((await numberedClip(pro.options)).path);
  await page.getByRole('group', { name: 'Synced preview' }).waitFor();
  return page;
}

/** Runs in the page: when both sides have shown a picture while playing. */
const UNTIL_BOTH_MOVE = `async () => {
  const moved = [...document.querySelectorAll('video')].map((video) => new Promise((resolve) => {
    const look = () => video.requestVideoFrameCallback((now) => (video.paused ? look() : resolve(now)));
    look();
  }));
  return Math.max(...(await Promise.all(moved))) - window.chosenAt;
}`;

async function settledGroup(page: Page): Promise<void> {
  await page.locator('fieldset[aria-label="Synced preview"][aria-busy="false"]').waitFor();
}

/** A page with two videos of its own under a pair, and functions in it that try the pair. */
async function openPair(user: Swing, pro: Swing, alignment: Alignment): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 900, height: 700 }, reducedMotion: 'reduce' });
  page.on('pageerror', (error) => expect.soft(error.message).toBe(''));
  await page.goto(address);
  await page.evaluate(`(${IN_PAGE})()`);
  for (const [side, swing] of Object.entries({ user, pro })) {
    await page.locator(`#try-${side}`).setInputFiles((await numberedClip(swing.options)).path);
  }
  const marks = { user: marksOf(user), pro: marksOf(pro) };
  await page.evaluate(`window.begin(${JSON.stringify(marks)}, '${alignment}')`);
  return page;
}

/** Runs in the page. Everything is read from the files there: the plan must come out as it does here. */
const IN_PAGE = `async () => {
  const [{ SyncedPair }, { readClip }, { planComparison }, { toPlanTime }, { jointFrameStep }, { readFrameNumber }] = await Promise.all([
    import('/web/player/synced-pair.ts'), import('/web/player/frame-table.ts'), import('/domain/comparison-plan.ts'),
    import('/domain/timeline.ts'), import('/web/player/synced-loops.ts'), import('/tests/fixtures/frame-number.ts'),
  ]);
  const pair = new SyncedPair();
  const videos = {};
  const inputs = {};
  for (const side of ['user', 'pro']) {
    inputs[side] = Object.assign(document.createElement('input'), { type: 'file', id: 'try-' + side });
    videos[side] = Object.assign(document.createElement('video'), { muted: true, playsInline: true, width: 320 });
    document.body.append(inputs[side], videos[side]);
    pair.attach(side, videos[side]);
  }
  let plan;
  const settled = () => new Promise((resolve) => {
    const look = () => { if (pair.getState().settled) { stop(); resolve(); } };
    const stop = pair.subscribe(look);
    look();
  });
  const numbers = () => ['user', 'pro'].map((side) => {
    const video = videos[side];
    const canvas = Object.assign(document.createElement('canvas'), { width: video.videoWidth, height: video.videoHeight });
    const context = canvas.getContext('2d');
    context.drawImage(video, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return readFrameNumber(data.filter((_, index) => index % 4 === 1), canvas.width, canvas.height);
  });
  window.begin = async (marks, alignment) => {
    const clips = {};
    for (const side of ['user', 'pro']) {
      const [file] = inputs[side].files;
      videos[side].src = URL.createObjectURL(file);
      clips[side] = { clip: (await readClip(file)).clip, annotations: marks[side] };
    }
    ({ plan } = planComparison(clips.user, clips.pro, alignment));
    const of = (pick) => ({ user: pick(clips.user), pro: pick(clips.pro) });
    pair.setSwings({
      plan, marks, frameTimes: of(({ clip }) => clip.frameTimes), frameStep: jointFrameStep(plan, of(({ clip }) => clip.frameRate)),
    });
    await settled();
  };
  window.numbersAt = async (times) => {
    const read = [];
    for (const at of times) {
      await pair.seekTo(at);
      read.push(numbers());
    }
    return read;
  };
  window.numbersAfterBurst = async (times) => {
    for (const at of times) {
      void pair.seekTo(at);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    await settled();
    return numbers();
  };
  window.playAndMeasure = async (speed, forMs) => {
    const shown = { user: [], pro: [] };
    for (const side of ['user', 'pro']) {
      const next = () => videos[side].requestVideoFrameCallback((_now, { mediaTime, expectedDisplayTime: shownAt }) => {
        next();
        if (!videos[side].paused) shown[side].push({ shownAt, at: toPlanTime(plan, side, mediaTime) });
      });
      next();
    }
    pair.setSpeed(speed);
    pair.setLoop('once');
    // Where both sides have footage.
    await pair.seekTo(plan.meetAt - Math.min(plan.meetAt, 1.2 * speed));
    pair.setPlaying(true);
    await new Promise((resolve) => setTimeout(resolve, forMs));
    pair.setPlaying(false);
    await settled();
    // Each new picture of the slower side against the other side's course, between its pictures before and after it.
    const slow = shown.user.length < shown.pro.length ? 'user' : 'pro';
    const fast = slow === 'user' ? 'pro' : 'user';
    return shown[slow].flatMap(({ shownAt, at }) => {
      const after = shown[fast].findIndex((other) => other.shownAt >= shownAt);
      const [before, next] = [shown[fast][after - 1], shown[fast][after]];
      if (!before || !next || next.shownAt - before.shownAt > 500) return [];
      const part = (shownAt - before.shownAt) / (next.shownAt - before.shownAt);
      return [at - (before.at + part * (next.at - before.at))];
    });
  };
}`;

function planOf(user: Swing, pro: Swing, alignment: Alignment) {
  const clips = { user: annotated(user), pro: annotated(pro) };
  const result = planComparison(clips.user, clips.pro, alignment);
  if (!result.ok) throw new Error(result.problem);
  return { plan: result.plan, clips };
}

/** Which frame of each side the plan shows at a plan time. */
function framesAt({ plan, clips }: ReturnType<typeof planOf>, at: number): number[] {
  return SIDES.map((side) => {
    const { frameTimes } = clips[side].clip;
    return frameTimes.indexOf(shownFrameAt(plan, side, frameTimes, planTime(at)));
  });
}

function annotated(swing: Swing): AnnotatedClip {
  const frameTimes = Array.from({ length: swing.options.frames ?? 60 }, (_, index) => index / rateOf(swing));
  return { clip: makeClip({ widthPx: 160, heightPx: 120, frameTimes }), annotations: marksOf(swing) };
}

function marksOf(swing: Swing) {
  const [restTime, topTime, strikeTime] = swing.marks.map((frame) => frame / rateOf(swing));
  return { restTime: restTime ?? null, topTime: topTime ?? null, strikeTime: strikeTime ?? null };
}

function rateOf({ options }: Swing): number {
  const [numerator, denominator] = options.fps ?? [30, 1];
  return numerator / denominator;
}

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
