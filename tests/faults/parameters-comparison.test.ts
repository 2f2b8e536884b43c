// Hostile values in the requests for a comparison (hostile cases 83 to 92, 181).
import { beforeAll, expect, test } from 'vitest';
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { storedBodyTrack } from '#domain/body/stored-body-track.ts';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { MAX_CORNERS, MAX_OUTLINES } from '#domain/outline/outline.ts';
import { isCampaign, scaled } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { inspectVideo } from '#tests/faults/site/inspect-video.ts';
import {
  addGolfer,
  postText,
  SITE_CLIP_SECONDS,
  type SiteSwings,
  setUpSwings,
  siteClip,
  summary,
} from '#tests/faults/site/site-swings.ts';
import { drawnBody } from '#tests/fixtures/drawn-body.ts';
import type { Change } from '#tests/server/merge-body.ts';

const site = faultySite();
let swings: SiteSwings;
beforeAll(async () => {
  swings = await setUpSwings(site);
});

const MERGE = '/api/merge-videos-chunked';
const LAST_FRAME = SITE_CLIP_SECONDS - 1 / 30;
const proMarks = { proRestTime: 0.2, proTopTime: 0.8, proStrikeTime: 1.2 };

const mergeSummary = async (change: Change) => summary(await swings.merge(change));
const demoBody = async (change: Record<string, unknown>) => {
  const [demo] = (await swings.visitor.call<{ videoUrl: string }[]>('listDemos')).body;
  return {
    userRestTime: '0',
    userTopTime: '1.2',
    userStrikeTime: '1.6',
    demoVideoUrl: demo?.videoUrl,
    proGolferId: swings.golferId,
    alignmentType: 'strike',
    ...change,
  };
};
const demoSummary = async (change: Record<string, unknown>) =>
  summary(await swings.visitor.call('mergeDemo', { body: await demoBody(change) }));
const answersTo = async (values: readonly unknown[], ask: (value: unknown) => Promise<string>) => {
  const answers = new Set<string>();
  for (const value of values) answers.add(await ask(value));
  return [...answers];
};

test('case 83: an invalid time is refused, and the error names the field', async () => {
  const noTimes = ['NaN', 'abc', 'Infinity', '0x10', ' ', '1,5', '1.2abc', '1', true, [1], {}];
  expect(await answersTo(noTimes, (value) => mergeSummary({ userTopTime: value }))).toEqual([
    '400 Invalid time (userTopTime)',
  ]);
  for (const literal of ['1e999', '-1e999', '86401']) {
    const text = JSON.stringify(swings.mergeBody({ userTopTime: 4711 })).replace('4711', literal);
    expect(await postText(swings.visitor, MERGE, text)).toBe('400 Invalid time (userTopTime)');
  }
  for (const literal of ['NaN', 'Infinity', '0x10', '1,5']) {
    const text = JSON.stringify(swings.mergeBody({ userTopTime: 4711 })).replace('4711', literal);
    expect(await postText(swings.visitor, MERGE, text)).toBe('400 Malformed JSON');
  }
  const noTexts = ['NaN', 'abc', 'Infinity', '1e999', '0x10', ' ', '1,5', '1.2abc', 1.2, true, ['1'], {}, null];
  expect(await answersTo(noTexts, (value) => demoSummary({ userStrikeTime: value }))).toEqual([
    '400 Invalid time (userStrikeTime)',
  ]);
});

test('case 84: a negative time is refused; minus zero is zero', async () => {
  expect(await answersTo([-1, -0.001, -5e-324], (value) => mergeSummary({ userRestTime: value }))).toEqual([
    '400 Invalid time (userRestTime)',
  ]);
  expect(await demoSummary({ userRestTime: '-0.5' })).toBe('400 Invalid time (userRestTime)');
  const text = JSON.stringify(swings.mergeBody({ userRestTime: 4711 })).replace('4711', '-0');
  const headers = { 'content-type': 'application/json' };
  const minus = await swings.visitor.fetch(MERGE, { method: 'POST', headers, body: text });
  expect(await minus.json()).toEqual((await swings.merge({ userRestTime: 0 })).body);
});

test('case 85: positions in another order than rest, top, strike are refused', async () => {
  const order = '422 Positions must be in the order rest, top, strike';
  for (const change of [{ userTopTime: 1.3 }, { userRestTime: 0.9 }, { userRestTime: 1.2 }, { userTopTime: 1.2 }]) {
    expect(await mergeSummary(change), JSON.stringify(change)).toBe(order);
  }
  expect(await demoSummary({ userTopTime: '1.7' })).toBe(order);
  const custom = { proVideoId: null, proVideoPath: swings.swing, ...proMarks };
  expect(await mergeSummary({ ...custom, proRestTime: 1.3 })).toBe(order);
});

test('case 86: a position beyond the end of the video is refused', async () => {
  const outside = '422 The marked position is outside the video';
  expect(await mergeSummary({ userStrikeTime: 9999 })).toBe(outside);
  expect(await mergeSummary({ userStrikeTime: SITE_CLIP_SECONDS + 0.1 })).toBe(outside);
  expect(await demoSummary({ userStrikeTime: '9999' })).toBe(outside);
});

test('case 87: a position on the first and on the last frame is accepted', async () => {
  for (const change of [
    { userRestTime: 0 },
    { userStrikeTime: LAST_FRAME },
    { userTopTime: 2, userStrikeTime: LAST_FRAME },
  ]) {
    const { status, body } = await swings.merge(change);
    expect(status, JSON.stringify(change)).toBe(200);
    const merged = await swings.visitor.fetch(String(body.mergedVideoUrl));
    const { frameCount, kinds } = await inspectVideo(new Uint8Array(await merged.arrayBuffer()));
    expect(frameCount).toBeGreaterThan(30);
    expect(kinds).toEqual(['video']);
  }
});

test('case 88: the position at which the videos meet has to be marked', async () => {
  const missing = '422 Please upload a video and mark all positions';
  for (const unmarked of [null, undefined]) {
    expect(await mergeSummary({ alignmentType: 'top', userTopTime: unmarked })).toBe(missing);
    expect(await mergeSummary({ userStrikeTime: unmarked })).toBe(missing);
  }
  expect(await demoSummary({ userStrikeTime: '' })).toBe(missing);
  const custom = { proVideoId: null, proVideoPath: swings.swing, ...proMarks };
  expect(await mergeSummary({ ...custom, proStrikeTime: null })).toBe(missing);
});

test('case 89: an alignment that is not one of the two is refused', async () => {
  const odd = ['Strike', 'strike -vf x', '__proto__', 'constructor', ['strike'], {}, '', null, undefined, 1];
  const refused = ['400 Invalid alignment type'];
  expect(await answersTo(odd, (value) => mergeSummary({ alignmentType: value }))).toEqual(refused);
  expect(await answersTo(odd, (value) => demoSummary({ alignmentType: value }))).toEqual(refused);
});

test('case 90: a request with two pros is refused, and so is one without a pro', async () => {
  expect(await mergeSummary({ proVideoPath: swings.swing, ...proMarks })).toBe(
    '400 Please send either a pro golfer or a custom pro video, not both',
  );
  const none = '422 Please select a pro golfer or upload a custom pro video';
  for (const proVideoPath of [null, undefined, ''])
    expect(await mergeSummary({ proVideoId: null, proVideoPath })).toBe(none);
});

test('case 91: the library’s marks are used, whatever marks the client sends', async () => {
  const plain = await swings.merge({ userRestTime: 0.1 });
  const forged = await swings.merge({ userRestTime: 0.1, proRestTime: 2.9, proTopTime: 0, proStrikeTime: 999 });
  expect(plain.status).toBe(200);
  expect(forged.body).toEqual(plain.body);
});

wholeTest('case 92: a golfer who was just deleted is not found', async () => {
  const id = await addGolfer(swings.admin, await siteClip());
  expect(await mergeSummary({ proVideoId: id, userRestTime: 0.3 })).toBe('200');
  expect((await swings.admin.fetch(`/api/pro/${id}`, { method: 'DELETE' })).status).toBe(200);
  // Even with the same request: the golfer is looked up before the stored result.
  expect(await mergeSummary({ proVideoId: id, userRestTime: 0.3 })).toBe('404 Professional golfer not found');
  expect(await demoSummary({ proGolferId: id })).toBe('404 Professional golfer not found');
  expect(await mergeSummary({ proVideoId: 999_999 })).toBe('404 Professional golfer not found');
});

wholeTest(
  'case 181: bodies in a request are checked; many corners and odd places make a video all the same',
  async () => {
    const size = { widthPx: 160, heightPx: 120 };
    const frames = Array.from({ length: 200 }, (_, frameIndex) => ({
      frameIndex,
      time: frameIndex / 30,
      body: drawnBody({ hips: { xPx: 80, yPx: 60 }, sizePx: 60 }),
    }));
    const track = storedBodyTrack(makeBodyTrack({ ...size, frames }));
    const ring = Array.from({ length: 2 * MAX_CORNERS }, (_, at) => (at % 2 === 0 ? at % 160 : (7 * at) % 120));
    const outlines = {
      ...size,
      outlines: Array.from({ length: MAX_OUTLINES }, (_, frameIndex) => ({
        frameIndex,
        time: frameIndex / 30,
        rings: [ring],
      })),
    };
    const choices = (look: string, fit: number) => ({
      ...AS_FILMED,
      layout: 'ghost',
      hasBodyLines: true,
      ghost: {
        look,
        strengthPercent: 100,
        fit: { sizePercent: fit, rightPercent: fit === 50 ? -50 : 50, upPercent: 50 },
      },
    });
    const merge = (look: string, fit: number, pro: unknown) =>
      mergeSummary({ choices: choices(look, fit), bodies: { user: { track }, pro } });
    for (const wrong of [{ track: { ...track, widthPx: 0 } }, { track: { ...track, frames: [{}] } }, { outlines }, 7]) {
      expect(await merge('cut-out', 50, wrong)).toMatch(/^400 \w/);
    }
    for (const rings of [[[0, 0]], [[1e9, 0, 0, 0, 1, 1]], [[Number.NaN, 0, 0, 0, 1, 1]]]) {
      const bad = { ...size, outlines: [{ frameIndex: 0, time: 0, rings }] };
      expect(await merge('outline', 50, { track, outlines: bad })).toMatch(/^400 \w/);
    }
    expect(await merge('cut-out', 49, { track, outlines })).toBe('400 Invalid choices');
    const fits: [string, number][] = [
      ['cut-out', 200],
      ['outline', 50],
    ];
    for (const [look, fit] of fits.slice(0, scaled(1, 2))) {
      expect(await merge(look, fit, { track, outlines })).toMatch(/^200/);
    }
    // Pictures moved to their limits, an edge on the canvas's edge, and the largest and the smallest name.
    const away = { sizePercent: 50, rightPercent: -100, upPercent: 100 };
    const near = { sizePercent: 400, rightPercent: 100, upPercent: -100 };
    const names = {
      user: { widthPx: 480, heightPx: 36, cover: 'f'.repeat(480 * 36) },
      pro: { widthPx: 1, heightPx: 1, cover: '0' },
    };
    const framed = (layout: string, wipePercent: number, written: unknown) =>
      mergeSummary({
        bodies: { user: { track }, pro: { track } },
        names: written,
        tempos: written,
        choices: {
          ...AS_FILMED,
          layout,
          wipePercent,
          framing: 'golfers',
          hasStrip: true,
          names: { ...AS_FILMED.names, isShown: true },
          user: { ...AS_FILMED.user, fit: away },
          pro: { ...AS_FILMED.pro, fit: near },
        },
      });
    expect(await framed('stacked', 50, names)).toMatch(/^200/);
    if (isCampaign) expect(await framed('wipe', 95, names)).toMatch(/^200/);
    expect(await framed('wipe', 96, names)).toBe('400 Invalid choices');
    expect(await framed('wipe', 95, { user: { ...names.user, widthPx: 481 } })).toBe('400 Invalid name');
    expect(await framed('wipe', 95, { user: 'drawtext=text=x' })).toBe('400 Invalid name');
  },
);
