// Shows the planned source frame in every merged frame and on both sides of the video that Chromium makes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chosenCases } from '#tests/campaign-scale.ts';
import { expectKept, packetsOf } from '#tests/fixtures/encoded-packets.ts';
import { deviceForTests, IGNORE_KEY_FRAMES } from '#tests/fixtures/rendered-on-device.ts';
import { type MarkedClip, mergeAndCompare, type Renderer } from '#tests/parity/merge-case.ts';
import { RATE_PAIRS } from '#tests/parity/merge-rates.ts';

const device = deviceForTests();

/** Pictures with these colors are converted through a canvas; all others are copied plane by plane. */
const throughCanvas = ({ make, ...marks }: MarkedClip): MarkedClip => ({
  ...marks,
  make: { ...make, colors: 'bt601' },
});

describe('a video made on the device follows its plan frame by frame', () => {
  it.each(chosenCases(RATE_PAIRS, ['23.976 fps beside 59.94 fps']))('%s', async (_title, user, pro, alignment) => {
    const outcome = await mergeAndCompare(throughCanvas(user), pro, alignment, undefined, undefined, device.render);
    expect(outcome.mismatches).toEqual([]);
    expect(outcome.shownAtEvent).toEqual(outcome.markedAtEvent);
    expect(outcome.compared).toBeGreaterThan(100);
  });

  it('also where only the frames that drawings change are made again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'redrawn-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const base = join(folder, 'base.mp4');
    const [, user, pro, alignment] = RATE_PAIRS[0] ?? expect.unreachable();
    const line = { from: { x: 4, y: 2 }, to: { x: 90, y: 2 }, width: 3, color: '#ff0000', order: 0 };
    const touched = [20, 21, 50];
    const drawn = touched.map((frame) => ({ frame, strokes: [{ ...line, onlyThisFrame: true }] }));
    let packets: Awaited<ReturnType<typeof packetsOf>>[] = [];
    const render: Renderer = async (plan, sides, outputPath) => {
      await device.redraw(plan, sides, { base, drawn: outputPath }, drawn);
      packets = await Promise.all([packetsOf(base), packetsOf(outputPath)]);
    };
    const outcome = await mergeAndCompare(user, pro, alignment, undefined, undefined, render);
    expect(outcome.mismatches).toEqual([]);
    expect(outcome.compared).toBeGreaterThan(100);
    const [before = [], after = []] = packets;
    expectKept(before, after, touched);
  });

  it('also where the encoder ignores requests for key frames: the whole video is made again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'redrawn-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const base = join(folder, 'base.mp4');
    const [, user, pro, alignment] = RATE_PAIRS[0] ?? expect.unreachable();
    const line = {
      from: { x: 4, y: 2 },
      to: { x: 90, y: 2 },
      width: 3,
      color: '#ff0000',
      order: 0,
      onlyThisFrame: true,
    };
    const drawn = [20, 50].map((frame) => ({ frame, strokes: [line] }));
    const render: Renderer = (plan, sides, outputPath) =>
      device.redraw(plan, sides, { base, drawn: outputPath }, drawn, () => device.changeWorkers(IGNORE_KEY_FRAMES));
    const outcome = await mergeAndCompare(user, pro, alignment, undefined, undefined, render);
    expect(outcome.mismatches).toEqual([]);
    expect(outcome.compared).toBeGreaterThan(100);
    const keyFrames = (await packetsOf(base)).filter(({ isKey }) => isKey);
    expect(keyFrames.length).toBeGreaterThan(3);
  });
});
