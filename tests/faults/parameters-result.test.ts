// Hostile values in the requests for downloads and drawings (hostile cases 93 to 103).

import { parse } from 'content-disposition';
import { beforeAll, expect, test } from 'vitest';
import { wholeTest } from '#tests/campaign-test.ts';
import { childrenOf, faultySite } from '#tests/faults/site/faulty-site.ts';
import { inspectVideo, type VideoFacts } from '#tests/faults/site/inspect-video.ts';
import { postText, type SiteSwings, setUpSwings, summary } from '#tests/faults/site/site-swings.ts';
import { until } from '#tests/until.ts';

const site = faultySite();
let swings: SiteSwings;
let videoUrl: string;
let merged: VideoFacts;
beforeAll(async () => {
  swings = await setUpSwings(site);
  videoUrl = String((await swings.merge()).body.mergedVideoUrl);
  merged = await inspectVideo(await bytesOf(videoUrl));
});

const SPEED = '/api/download-video-speed';
const RENDER = '/api/render-video-with-drawings';
const JSON_HEADERS = { 'content-type': 'application/json' };

const bytesOf = async (url: string) => new Uint8Array(await (await swings.visitor.fetch(url)).arrayBuffer());
const download = (change: Record<string, unknown>) =>
  swings.visitor.fetch(SPEED, {
    method: 'POST',
    headers: JSON_HEADERS,
    body: JSON.stringify({ videoUrl, speed: 1, ...change }),
  });
const speedSummary = (change: Record<string, unknown>) =>
  postText(swings.visitor, SPEED, JSON.stringify({ videoUrl, speed: 1, ...change }));

const stroke = { from: { x: 10, y: 10 }, to: { x: 60, y: 50 }, color: '#ff0000', width: 3, timestamp: 0.2 };
const renderBody = (change: Record<string, unknown>) => ({
  videoUrl,
  drawings: [stroke],
  videoWidth: merged.widthPx,
  videoHeight: merged.heightPx,
  ...change,
});
const render = (change: Record<string, unknown>) => swings.visitor.call('renderDrawings', { body: renderBody(change) });
const drawingSummary = async (change: Record<string, unknown>) =>
  summary(await render({ drawings: [{ ...stroke, ...change }] }));
/** The response to a drawing in which `4711` is replaced by text that JSON.stringify would not write. */
const drawingTextSummary = (change: Record<string, unknown>, literal: string) =>
  postText(
    swings.visitor,
    RENDER,
    JSON.stringify(renderBody({ drawings: [{ ...stroke, ...change }] })).replace('4711', literal),
  );

test('case 93: a speed that is not one of the seven is refused', async () => {
  for (const speed of [0, -1, 0.1, 3, '1.5', '1', 0.7500001, null, undefined, [1], {}, true, 1e300]) {
    const text = JSON.stringify({ videoUrl, speed });
    expect(await postText(swings.visitor, SPEED, text), text).toBe('400 Invalid speed');
  }
  expect(await postText(swings.visitor, SPEED, `{"videoUrl":"${videoUrl}","speed":NaN}`)).toBe('400 Malformed JSON');
  expect(await postText(swings.visitor, SPEED, `{"videoUrl":"${videoUrl}","speed":1e999}`)).toBe('400 Invalid speed');
});

// Merged videos have no sound (decision 010).
test('case 94: at a quarter of the speed the video lasts exactly four times as long', async () => {
  const answer = await download({ speed: 0.25 });
  expect(answer.status).toBe(200);
  const slow = await inspectVideo(new Uint8Array(await answer.arrayBuffer()));
  expect(slow.kinds).toEqual(['video']);
  expect(slow.frameCount).toBe(merged.frameCount);
  expect(Math.abs(slow.seconds - merged.seconds * 4)).toBeLessThan(4 * (merged.seconds / merged.frameCount));
});

test('case 95: whatever the file name, there is one safe header, and its name ends in .mp4', async () => {
  const names = [
    ...['a\r\nSet-Cookie: stolen=1', 'a"b', 'a\\b', 'a;b', '../../etc/passwd', 'a\0b', 'x'.repeat(5000)],
    ...['日本ゴルフ', '🏌️', 'a\u202Egpj.exe', 'swing.exe', '', '   ', '.', 'CON', '%00%0d%0a', "it's", 'a\u2028b'],
  ];
  for (const filename of names) {
    const answer = await download({ filename });
    expect(answer.status, filename).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const header = answer.headers.get('content-disposition') ?? '';
    expect(header, filename).toMatch(/^attachment; filename=[ -~]+$/);
    expect(header.length).toBeLessThan(1000);
    const saved = parse(header).parameters.filename;
    expect(saved, filename).toMatch(/\.mp4$/);
    expect(saved).not.toMatch(/[/\\:"\p{Cc}\p{Cf}]/u);
    await answer.body?.cancel();
  }
  expect(await speedSummary({ filename: 'x'.repeat(5001) })).toBe('400 Invalid value (filename)');
  for (const filename of [1, {}, [], null])
    expect(await speedSummary({ filename })).toBe('400 Invalid value (filename)');
});

test('case 96: a request without drawings is refused', async () => {
  const nothing = '400 No video or drawings to render';
  for (const drawings of [[], undefined, null, {}, 'all', 3]) expect(summary(await render({ drawings }))).toBe(nothing);
  for (const url of ['', undefined, null]) expect(summary(await render({ videoUrl: url }))).toBe(nothing);
});

test('case 97: too many drawings, and oversized input, are refused at once', async () => {
  const begunAt = performance.now();
  const point = '{"from":{"x":1,"y":1},"to":{"x":2,"y":2},"color":"#ff0000","width":3,"timestamp":0}';
  const many = (count: number) =>
    `{"videoUrl":"${videoUrl}","videoWidth":10,"videoHeight":10,"drawings":[${Array(count).fill(point).join()}]}`;
  expect(await postText(swings.visitor, RENDER, many(10_001))).toBe(
    '413 There are too many drawings. Please clear some and try again.',
  );
  const tooLarge = '413 The request is too large';
  expect(await postText(swings.visitor, RENDER, many(30_000))).toBe(tooLarge);
  // A million drawings are 80 MB: the response arrives while they are still being sent.
  const flood = await swings.visitor
    .fetch(RENDER, { method: 'POST', headers: JSON_HEADERS, body: many(1_000_000) })
    .then(
      async (answer) => summary({ status: answer.status, body: (await answer.json()) as Record<string, unknown> }),
      () => 'connection closed',
    );
  expect([tooLarge, 'connection closed']).toContain(flood);
  expect(performance.now() - begunAt).toBeLessThan(5_000);
});

wholeTest(
  'case 98: ten thousand drawings are rendered with one overlay',
  async () => {
    const drawings = Array.from({ length: 10_000 }, (_, n) => ({
      ...stroke,
      from: { x: n % merged.widthPx, y: n % merged.heightPx },
      color: `#${(n * 997).toString(16).padStart(6, '0').slice(-6)}`,
      timestamp: (n / 10_000) * merged.seconds * 0.99,
    }));
    const rendering = render({ drawings });
    const command = await until('ffmpeg is rendering', async () =>
      (await childrenOf(site.pid)).find((line) => /^\S*ffmpeg .*overlay=/.test(line)),
    );
    const answer = await rendering;
    expect(summary(answer)).toBe('200');
    // All drawings come through one pipe and one overlay: the command is as short as for one drawing.
    expect(command.match(/overlay=/g)).toHaveLength(1);
    expect(command.match(/ -i /g)).toHaveLength(2);
    expect(command.length).toBeLessThan(2000);
    const drawn = await inspectVideo(await bytesOf(String(answer.body.videoUrl)));
    expect(drawn).toMatchObject({ frameCount: merged.frameCount, widthPx: merged.widthPx, heightPx: merged.heightPx });
  },
  60_000,
);

test('case 99: a color other than #rrggbb is refused', async () => {
  const odd = [
    ...['red:x=0', 'red,movie=/etc/passwd', "#fff'", 'url(x)', '#fff', '#FF0000', '#ff00000', '#ff0000\n', 'red', ''],
    ...['#'.repeat(1_000_000), 0xff0000, null, undefined, ['#ff0000'], {}],
  ];
  for (const color of odd) expect(await drawingSummary({ color })).toBe('400 Invalid colour');
});

wholeTest('case 100: a width other than a whole number from 1 to 20 is refused', async () => {
  for (const width of [0, 21, -3, 1.5, '3', null, undefined, [3], true, 1e300]) {
    expect(await drawingSummary({ width }), String(width)).toBe('400 Invalid drawing width');
  }
  expect(await drawingTextSummary({ width: 4711 }, 'NaN')).toBe('400 Malformed JSON');
  for (const width of [1, 20]) expect(await drawingSummary({ width })).toBe('200');
});

wholeTest('case 101: points outside of the picture are clipped; invalid points are refused', async () => {
  for (const change of [
    { from: { x: -500, y: -500 }, to: { x: 5000, y: 5000 } },
    { from: { x: 1e6, y: 1e6 }, to: { x: -1e6, y: 1e6 } },
  ]) {
    expect(await drawingSummary(change)).toBe('200');
  }
  // No surface is a million pixels wide: a larger number is invalid.
  for (const x of [1e308, -1e308, 1_000_001, '1', null, undefined]) {
    expect(await drawingSummary({ from: { x, y: 1 } }), String(x)).toBe('400 Invalid point (drawings.0.from.x)');
  }
  expect(await drawingTextSummary({ to: { x: 1, y: 4711 } }, '1e999')).toBe('400 Invalid point (drawings.0.to.y)');
  for (const from of [undefined, null, [1, 2], 'here', 5]) {
    expect(await drawingSummary({ from })).toMatch(/^400 Invalid point \(drawings\.0\.from(\.x)?\)$/);
  }
});

test('case 102: a moment before or after the video is refused', async () => {
  const refused = '400 Invalid time (drawings.0.timestamp)';
  for (const timestamp of [-0.1, -1, merged.seconds + 1, 9999, 1e300, null, undefined, '0', [0]]) {
    expect(await drawingSummary({ timestamp }), String(timestamp)).toBe(refused);
  }
  expect(await drawingTextSummary({ timestamp: 4711 }, '1e999')).toBe(refused);
});

test('case 103: a drawing surface of an invalid size is refused, one of another shape is scaled', async () => {
  const refused = '400 Invalid video size';
  for (const side of [0, -1, 1e9, 16_385, 0.5, '320', null, undefined]) {
    expect(summary(await render({ videoWidth: side })), String(side)).toBe(refused);
    expect(summary(await render({ videoHeight: side })), String(side)).toBe(refused);
  }
  for (const size of [
    { videoWidth: 1000, videoHeight: 1000 },
    { videoWidth: 1, videoHeight: 16_384 },
  ]) {
    const answer = await render(size);
    expect(summary(answer)).toBe('200');
    const drawn = await inspectVideo(await bytesOf(String(answer.body.videoUrl)));
    expect(drawn).toMatchObject({ widthPx: merged.widthPx, heightPx: merged.heightPx });
  }
});
