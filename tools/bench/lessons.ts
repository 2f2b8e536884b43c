// Playing a lesson: how far the frames on screen are from the voice, at three speeds, after each start and in pauses.
// Making its video: the time relative to the lesson's length, and the memory. `SECONDS` sets the lesson's length. Run
// alone: node tools/bench/run.ts lessons
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { type Lesson, type LessonEvent, recordedLesson } from '#domain/lesson/lesson.ts';
import type { Side } from '#domain/side.ts';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { LAUNCH_OPTIONS } from '#tests/e2e/browser.ts';
import { FILE_IN_PAGE } from '#tests/fixtures/rendered-on-device.ts';
import { PAIR_IN_PAGE } from '#tests/fixtures/synced-workbench.ts';
import { type BenchFigure, median } from './measured-run.ts';
import { costOf } from './process-cost.ts';

const LENGTH = Number(process.env.SECONDS ?? 60);
/** How far sound and picture may be apart before people notice, in milliseconds. */
const MAX_APART_MS = 40;
const MAX_OF_REAL_TIME = 1;
const MAX_PEAK_MB = 400;
const TOOLS = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };
const SWINGS = {
  user: { slug: 'demo-amateur', marks: { restTime: 0, topTime: 1.2, strikeTime: 1.6 } },
  pro: { slug: 'driver-face-on-24-8', marks: { restTime: 0.5, topTime: 1.3, strikeTime: 1.5667 } },
} as const;
const VIEW = { alignment: 'strike', choices: AS_FILMED } as const;
const LOOK_EVERY_MS = 100;

/**
 * Ten seconds of a coach: a swing at full speed, a pause, back to the top, the downswing at half speed, a pause, and again at
 * a quarter. Recorded time, place and rate.
 */
const PATTERN = [
  [0, 0, 1],
  [1.6, 1.6, 0],
  [2.6, 0.8, 0],
  [3.2, 0.8, 0.5],
  [5.2, 1.8, 0],
  [6.2, 0.9, 0],
  [6.8, 0.9, 0.25],
  [8.8, 1.4, 0],
  [9.4, 0, 0],
] as const;
const PATTERN_SECONDS = 10;

export async function run(): Promise<BenchFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-bench-'));
  const workbench = await startWorkbench();
  const server = await chromium.launchServer({
    ...LAUNCH_OPTIONS,
    args: [...LAUNCH_OPTIONS.args, '--autoplay-policy=no-user-gesture-required'],
  });
  const browser = await chromium.connect(server.wsEndpoint());
  try {
    const voice = join(folder, 'voice.webm');
    const sound = ['-f', 'lavfi', '-i', `anoisesrc=a=0.01:d=${LENGTH}`, '-c:a', 'libopus', '-b:a', '48k', voice];
    execFileSync('ffmpeg', ['-v', 'error', ...sound]);
    const address = workbench.address.replace('player.html', 'synced.html');
    const page = await browser.newPage();
    await page.goto(address);
    const swings = await openSwings(page, voice);
    const lesson = lessonOf(LENGTH);
    const apart = (await page.evaluate(`(${PLAY_IN_PAGE})(${JSON.stringify(lesson)})`)) as readonly number[];
    const sorted = apart.map(Math.abs).toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
    const early = apart.filter((one) => one > MAX_APART_MS).length;
    const late = apart.filter((one) => one < -MAX_APART_MS).length;
    await page.close();
    const other = await browser.newPage();
    await other.goto(address);
    await openSwings(other, voice);
    const made = await makeVideo(other, server.process().pid ?? 0, { lesson, ...swings });
    return [
      {
        name: 'frames of a played lesson against its voice, p95 ms',
        figure: at(0.95),
        limit: MAX_APART_MS,
        note: `${apart.length} frames in ${LENGTH} s: p50 ${at(0.5).toFixed(0)}, p99 ${at(0.99).toFixed(0)} ms; ${early} more than ${MAX_APART_MS} ms early, ${late} late`,
      },
      {
        name: 'time to make a lesson’s video / its length',
        figure: made.seconds / LENGTH,
        limit: MAX_OF_REAL_TIME,
        note: `${made.seconds.toFixed(1)} s, ${made.megabytes.toFixed(1)} MB`,
      },
      {
        name: 'memory of the browser’s page while it makes it, MB',
        figure: made.peakMb,
        limit: MAX_PEAK_MB,
        note: `its peak; ${made.beforeMb.toFixed(0)} before, ${made.medianMb.toFixed(0)} at the median`,
      },
    ];
  } finally {
    await browser.close();
    await server.close();
    await workbench.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function lessonOf(seconds: number): Lesson {
  const events: LessonEvent[] = [{ time: 0, does: 'view', ...VIEW }];
  for (let begin = 0; begin < seconds; begin += PATTERN_SECONDS) {
    for (const [time, place, rate] of PATTERN) {
      if (begin + time < seconds) events.push({ does: 'place', time: begin + time, at: place, rate, apart: null });
    }
  }
  return recordedLesson(events, seconds, [{ from: 0, to: seconds }]);
}

async function openSwings(page: Page, voice: string) {
  await page.evaluate(`(${PAIR_IN_PAGE})()`);
  await page.evaluate(() => {
    for (const id of ['user', 'pro', 'voice']) {
      document.body.append(Object.assign(document.createElement('input'), { type: 'file', id }));
    }
  });
  await page.locator('#voice').setInputFiles(voice);
  const side = async (name: Side) => {
    const path = join(import.meta.dirname, '../../content/swings', `${SWINGS[name].slug}.mp4`);
    for (const id of [name, `try-${name}`]) await page.locator(`#${id}`).setInputFiles(path);
    return { clip: (await probeClip(TOOLS, path)).clip, annotations: SWINGS[name].marks };
  };
  const clips = { user: await side('user'), pro: await side('pro') };
  const marks = { user: clips.user.annotations, pro: clips.pro.annotations };
  await page.evaluate(`window.begin(${JSON.stringify(marks)}, '${VIEW.alignment}', ${JSON.stringify(VIEW.choices)})`);
  const result = planComparison(clips.user, clips.pro, VIEW.alignment, VIEW.choices);
  if (!result.ok) throw new Error(result.problem);
  const of = <Value>(pick: (one: (typeof clips)[Side]['clip']) => Value) => ({
    user: pick(clips.user.clip),
    pro: pick(clips.pro.clip),
  });
  return {
    plans: [{ view: JSON.stringify(VIEW), plan: result.plan }],
    sizes: of(({ widthPx, heightPx }) => ({ widthPx, heightPx })),
    frameTimes: of(({ frameTimes }) => frameTimes),
  };
}

/** Runs in the page: plays, and returns by how many milliseconds each presented frame was early (above 0) or late. */
const PLAY_IN_PAGE = `async (lesson) => {
  const [{ LessonPlayer }, { toSourceTime }] = await Promise.all([
    import('/web/lessons/lesson-player.ts'), import('/domain/comparison/timeline.ts'),
  ]);
  let sound;
  const Native = window.Audio;
  window.Audio = function (address) { return (sound = new Native(address)); };
  const player = new LessonPlayer(lesson, URL.createObjectURL(document.getElementById('voice').files[0]));
  window.Audio = Native;
  player.attach(window.pair);
  const { plan, frameTimes } = window.pair.getState().swings;
  const placeAt = (time) => {
    const place = lesson.events.findLast((event) => event.does === 'place' && event.time <= time);
    return place.at + (time - place.time) * place.rate;
  };
  const apart = [];
  let begun = false;
  for (const side of ['user', 'pro']) {
    const video = window.pair.element(side);
    const next = () => video.requestVideoFrameCallback((nowMs, { mediaTime, expectedDisplayTime }) => {
      next();
      if (!begun || sound.paused) return;
      const heard = sound.currentTime + (expectedDisplayTime - performance.now()) / 1000;
      const place = Math.min(placeAt(heard), plan.duration);
      const wanted = toSourceTime(plan, side, place);
      const times = frameTimes[side];
      const index = times.findLastIndex((time) => time <= mediaTime + 1e-4);
      const [from, to] = [times[index], times[index + 1] ?? Infinity];
      // In seconds of the lesson: at a quarter of the speed a frame lasts four times as long.
      const rate = lesson.events.findLast((event) => event.does === 'place' && event.time <= heard).rate || 1;
      apart.push((1000 * (wanted < from ? from - wanted : wanted >= to ? to - wanted : 0)) / rate);
    });
    next();
  }
  await player.play();
  begun = true;
  await new Promise((resolve) => {
    const stop = player.subscribe(({ playing }) => { if (!playing) { stop(); resolve(); } });
  });
  return apart;
}`;

async function makeVideo(page: Page, root: number, request: object) {
  const beforeMb = costOf(root).largestMb;
  const seenMb: number[] = [];
  const watching = setInterval(() => seenMb.push(costOf(root).largestMb), LOOK_EVERY_MS);
  const bytes = await page
    .evaluate<number>(`(${FILE_IN_PAGE})(${JSON.stringify(request)}).then(({ size }) => size)`)
    .finally(() => clearInterval(watching));
  const seconds = await page.evaluate<number>('window.renderSeconds');
  return { seconds, beforeMb, peakMb: Math.max(...seenMb), medianMb: median(seenMb), megabytes: bytes / 1e6 };
}
