// The video of a lesson shows, in every frame, the frames of both clips that the lesson's data names.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameAt, mergedFrameTime, shownFrameAt } from '#domain/comparison/timeline.ts';
import { type LessonEvent, recordedLesson } from '#domain/lesson/lesson.ts';
import { cutLesson, lessonDuration, toLessonTime } from '#domain/lesson/lesson-ranges.ts';
import { replayOf } from '#domain/lesson/lesson-state.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { planTime } from '#domain/time.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { chaptersOf } from '#tests/fixtures/file-chapters.ts';
import { grayPictures, readPaneNumbers } from '#tests/fixtures/read-frame-numbers.ts';
import { deviceForTests } from '#tests/fixtures/rendered-on-device.ts';
import { probed } from '#tests/parity/merge-case.ts';

const device = deviceForTests();
const SIZE = { widthPx: 320, heightPx: 240 };

const VIEWS = [
  { alignment: 'strike', choices: AS_FILMED },
  { alignment: 'top', choices: { ...AS_FILMED, isSwapped: true, pro: { ...AS_FILMED.pro, isMirrored: true } } },
] as const;

const place = (
  time: number,
  at: number,
  rate = 0,
  apart: Readonly<Record<Side, number>> | null = null,
): LessonEvent => ({ time, does: 'place', at, rate, apart });
const line = { id: 1, tool: 'line', side: 'user', color: '#ff0000', width: 8, timestamp: 0 } as const;

/** Plays at two speeds, scrubs back and forth, shows each side's own moment, zooms, draws and changes the view. */
const EVENTS: readonly LessonEvent[] = [
  { time: 0, does: 'view', ...VIEWS[0] },
  place(0, 0.2, 1),
  place(0.6, 0.8, 0.25),
  place(1.2, 0.5),
  ...Array.from({ length: 12 }, (_, step) => place(1.31 + step / 30, 0.5 + ((step * 7) % 12) / 24)),
  place(1.9, 1, 0, { user: 0.35, pro: 1.15 }),
  { time: 2.3, does: 'view', ...VIEWS[1] },
  place(2.3, 0.4, 1),
  { time: 2.8, does: 'zoom', zoom: { scale: 2, x: 0.25, y: 0.25, only: 'user' } },
  { time: 3.1, does: 'zoom', zoom: { scale: 1, x: 0, y: 0, only: null } },
  place(3.1, 1.6, 2),
  {
    time: 3.4,
    does: 'draw',
    strokes: [
      {
        ...line,
        points: [
          { x: 0.1, y: 0.9 },
          { x: 0.4, y: 0.9 },
        ],
      },
    ],
    removed: [],
  },
];

async function swings() {
  return {
    user: await probed({ make: { fps: [30, 1], frames: 60, ...SIZE }, rest: 10, top: 30, strike: 40 }),
    pro: await probed({ make: { fps: [60, 1], frames: 120, ...SIZE }, rest: 24, top: 66, strike: 84 }),
  };
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lesson-video-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('every frame shows what the lesson says: at every speed, scrubbed, apart, cut, zoomed and drawn on', async () => {
  const sides = await swings();
  const plans = VIEWS.map((view) => {
    const result = planComparison(sides.user, sides.pro, view.alignment, view.choices);
    if (!result.ok) throw new Error(result.problem);
    return { view: JSON.stringify(view), plan: result.plan };
  });
  const lesson = {
    ...cutLesson(recordedLesson(EVENTS, 4, [{ from: 0, to: 4 }]), 0.8, 1.1),
    chapters: [
      { time: 0, title: 'The start' },
      { time: 2.3, title: 'Top – Übergang' },
    ],
  };
  const path = join(await temporaryFolder(), 'lesson.mp4');
  await device.renderLesson(lesson, plans, sides, path, null);

  expect(await chaptersOf(path)).toEqual([
    { from: 0, title: 'The start' },
    { from: 2, title: 'Top – Übergang' },
  ]);

  const canvas = plans[0]?.plan.canvas ?? { widthPx: 0, heightPx: 0 };
  const count = Math.round(lessonDuration(lesson) * 30);
  const numbers: (readonly (number | null)[])[] = [];
  const wanted: (readonly (number | null)[])[] = [];
  const shown = await Promise.all(
    plans.map(({ plan }) =>
      readPaneNumbers(
        path,
        canvas,
        SIDES.map((side) => ({ ...plan.panes[side].rect, isMirrored: plan.panes[side].isMirrored })),
      ),
    ),
  );
  for (let frame = 0; frame < count; frame += 1) {
    const state = replayOf(lesson).at(frame / 30);
    const index = plans.findIndex(({ view }) => view === JSON.stringify(state.view));
    const plan = plans[index]?.plan;
    if (!plan) throw new Error('There is no plan');
    const at = mergedFrameTime(plan, mergedFrameAt(plan, planTime(state.at)));
    // A zoomed picture has no readable number.
    const isReadable = (side: Side) => state.zoom.only !== side;
    numbers.push(SIDES.map((side, place) => (isReadable(side) ? (shown[index]?.[frame]?.[place] ?? null) : null)));
    wanted.push(
      SIDES.map((side) => {
        const { frameTimes } = sides[side].clip;
        const time = state.apart?.[side] ?? shownFrameAt(plan, side, frameTimes, at);
        return isReadable(side) ? frameIndexAt(frameTimes, time) : null;
      }),
    );
  }
  expect(shown[0]).toHaveLength(count);
  expect(numbers).toEqual(wanted);

  // The drawing appears with its event, where it was drawn. It is red on white.
  const pictures = await grayPictures(path, canvas);
  const { picture } = plans[1]?.plan.panes.user ?? { picture: { xPx: 0, yPx: 0, widthPx: 0, heightPx: 0 } };
  const [x, y] = [Math.round(picture.xPx + 0.25 * picture.widthPx), Math.round(picture.yPx + 0.9 * picture.heightPx)];
  const brightness = (frame: number) => pictures[frame]?.[y * canvas.widthPx + x] ?? 0;
  const drawnFrom = Math.round((3.4 - 0.3) * 30);
  expect(brightness(drawnFrom - 2)).toBeGreaterThan(200);
  expect(brightness(drawnFrom + 1)).toBeLessThan(120);
});

/** A sound of 20 ms at every whole second, and silence between. */
const CLICKS = 'aevalsrc=0.7*sin(2*PI*1000*t)*lt(mod(t\\,1)\\,0.02):s=48000:d=6';

/** As on a device whose encoder of sound throws whatever it is asked. */
const REFUSED_SOUND = `self.AudioEncoder = class {
  static async isConfigSupported() { throw new TypeError('Type error'); }
  constructor() { throw new DOMException('Not supported', 'NotSupportedError'); }
};`;

test.each([
  ['an Opus voice in mono becomes AAC', ['-ac', '1', '-c:a', 'libopus'], 'webm', 0, 0.002, ''],
  ['an Opus voice in stereo becomes AAC', ['-ac', '2', '-c:a', 'libopus'], 'webm', 0.25, 0.002, ''],
  [
    'an Opus voice becomes AAC where the device refuses to encode sound',
    ['-ac', '1', '-c:a', 'libopus'],
    'webm',
    0,
    0.002,
    REFUSED_SOUND,
  ],
  // As Safari records it. It can be cut only between packets.
  [
    'a voice in AAC is copied',
    ['-ac', '1', '-c:a', 'aac', '-movflags', '+frag_keyframe+empty_moov'],
    'mp4',
    0,
    1024 / 48_000,
    '',
  ],
])('%s, and its sounds stay at their times', async (_, encoding, extension, voiceDelay, within, fault) => {
  await device.changeWorkers(fault);
  const sides = await swings();
  const [view] = VIEWS;
  const result = planComparison(sides.user, sides.pro, view.alignment, view.choices);
  if (!result.ok) throw new Error(result.problem);
  const folder = await temporaryFolder();
  const [voice, path] = [join(folder, `voice.${extension}`), join(folder, 'lesson.mp4')];
  await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', CLICKS, ...encoding, voice]);
  const events: readonly LessonEvent[] = [{ time: 0, does: 'view', ...view }, place(0, 0.2)];
  const whole = { ...recordedLesson(events, 5, [{ from: 0, to: 5 }]), voiceDelay };
  const lesson = cutLesson(whole, 1.5, 2.2);
  await device.renderLesson(lesson, [{ view: JSON.stringify(view), plan: result.plan }], sides, path, voice);

  const { stdout } = await execa('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', path]);
  const { streams } = JSON.parse(stdout) as { streams: { codec_name: string; duration: string; channels?: number }[] };
  const sound = streams.find(({ codec_name }) => codec_name === 'aac');
  expect(sound?.channels).toBe(Number(encoding[1]));
  expect(Number(sound?.duration)).toBeCloseTo(4.3, 1);
  // The encoder swallows the first 21 ms. One sound lies in the cut.
  const isWhole = (time: number | null) => time !== null && time > 0.1 && time < 4.25;
  const heard = (await clicksIn(path)).filter(isWhole);
  const wanted = (await clicksIn(voice)).map((time) => toLessonTime(lesson, time - voiceDelay)).filter(isWhole);
  expect(heard).toHaveLength(voiceDelay === 0 ? 3 : 4);
  expect(wanted).toHaveLength(heard.length);
  for (const [index, time] of heard.entries()) expect(Math.abs(time - (wanted[index] ?? 0))).toBeLessThan(within);
  expect(await disorder(path)).toBeLessThan(1.1);
});

/** How much earlier than a packet before it in the file a packet of picture or sound is shown at most, in seconds. */
async function disorder(path: string): Promise<number> {
  const { stdout } = await execa('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'packet=pts_time,pos',
    '-of',
    'json',
    path,
  ]);
  const { packets } = JSON.parse(stdout) as { packets: { pts_time: string; pos: string }[] };
  let latest = 0;
  let most = 0;
  for (const { pts_time } of packets.toSorted((a, b) => Number(a.pos) - Number(b.pos))) {
    most = Math.max(most, latest - Number(pts_time));
    latest = Math.max(latest, Number(pts_time));
  }
  return most;
}

/** The times at which a sound begins after silence, in seconds. */
async function clicksIn(path: string): Promise<readonly number[]> {
  const decode = ['-v', 'error', '-i', path, '-map', '0:a', '-ac', '1', '-ar', '48000', '-f', 'f32le', '-'];
  const { stdout } = await execa('ffmpeg', decode, { encoding: 'buffer' });
  const samples = new Float32Array(stdout.buffer, stdout.byteOffset, Math.floor(stdout.byteLength / 4));
  const times: number[] = [];
  let loudAt = Number.NEGATIVE_INFINITY;
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) < 0.2) continue;
    if (index / 48_000 - loudAt > 0.1) times.push(index / 48_000);
    loudAt = index / 48_000;
  }
  return times;
}
