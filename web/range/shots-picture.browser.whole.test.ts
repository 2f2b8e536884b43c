// The picture of a set of shots in Chromium, from a real clip: all skeletons lie on the golfer, and its words name the numbers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import { bodyOverTime } from '#domain/body/body-over-time.ts';
import type { SeenBody } from '#domain/body/body-track.ts';
import { readStoredGolferBody } from '#domain/library/golfer-body.ts';
import { openWorkbench } from '#tests/fixtures/player-page.ts';

const SWING = library.golfers.find(({ slug }) => slug === 'iron-down-the-line-27-9') ?? library.golfers[0];

/** Runs in the page: paints the picture, and reads its words and the color of its pixels. */
const PAINT = `async ({ focus, shots, colors, spots }) => {
  const { paintShots, shotsFacts } = await import('/web/range/shots-picture.tsx');
  const file = new File([await (await fetch('/clip.mp4')).blob()], 'clip.mp4', { type: 'video/mp4' });
  const facts = shotsFacts(focus, shots.map((shot) => ({ ...shot, file })), 175);
  const { canvas } = await paintShots(facts, colors, new AbortController().signal);
  const context = canvas.getContext('2d');
  const { crop } = facts.plan;
  const scale = (canvas.width - 64) / crop.widthPx;
  const colorAt = ({ xPx, yPx }) => [...context.getImageData(
    Math.round(32 + (xPx - crop.xPx) * scale), Math.round(112 + (yPx - crop.yPx) * scale), 1, 1).data].slice(0, 3);
  return { alt: facts.alt, legend: facts.legend.map(({ text }) => text), spots: spots.map(colorAt), png: canvas.toDataURL() };
}`;

const FOCUS = {
  measure: 'spineTilt',
  position: 'rest',
  view: 'down-the-line',
  hand: 'right',
  knee: null,
  club: 'iron',
  before: { value: 15, plusMinus: 4 },
  goal: 29,
  pickedAtMs: 1,
  sets: [],
};
const COLORS = { paper: '#fff', ink: '#111', soft: '#555', empty: '#ddd', user: '#0000ff', pro: '#ff0000' };

/** The body with everything above the hips moved to the right, by this share of its height above them. */
function leaning(body: SeenBody, share: number): SeenBody {
  const hipsPx = body.joints.leftHip.yPx;
  const joints = Object.entries(body.joints).map(([joint, place]) => [
    joint,
    { ...place, xPx: place.xPx + share * Math.max(0, hipsPx - place.yPx) },
  ]);
  return { ...body, joints: Object.fromEntries(joints) as SeenBody['joints'] };
}

test('the picture of ten shots has all skeletons over the typical one, and says their numbers', async () => {
  const stored = readStoredGolferBody(JSON.parse(readFileSync(join('content', SWING?.body ?? ''), 'utf8')));
  const body = stored && bodyOverTime(stored.track)(SWING?.restTime ?? 0);
  if (!SWING || !stored || !body) throw new Error('The library has no such body');
  const { widthPx, heightPx } = stored.track;
  const shots = Array.from({ length: 10 }, (_, index) => ({
    number: index + 1,
    measured: { value: 18 + index, plusMinus: 4 },
    pose: { time: SWING.restTime, widthPx, heightPx, body: leaning(body, (index - 4) * 0.03) },
  }));
  const { browser, address, close } = await openWorkbench();
  try {
    const page = await browser.newPage();
    await page.route('**/clip.mp4', (route) => route.fulfill({ path: join('content', SWING.file) }));
    await page.goto(address);
    const spots = [body.joints.leftKnee, { xPx: 5, yPx: heightPx - 5 }];
    const values = JSON.stringify({ focus: FOCUS, shots, colors: COLORS, spots });
    const painted: { alt: string; legend: string[]; spots: number[][] } = await page.evaluate(`(${PAINT})(${values})`);
    expect(painted.alt).toBe(
      'Spine tilt · Setup. 10 shots: 18° to 27°, 23° on average. All poses over the typical one, swing 5.',
    );
    expect(painted.legend).toEqual(['Typical: swing 5, 22°', 'Nearest to your goal: swing 10, 27°']);
    // The typical skeleton is drawn over all others, except where the best one covers it.
    const [red = 0, green = 0, blue = 0] = painted.spots[0] ?? [];
    expect(Math.max(red, blue)).toBeGreaterThan(200);
    expect(green).toBeLessThan(90);
  } finally {
    await close();
  }
});
