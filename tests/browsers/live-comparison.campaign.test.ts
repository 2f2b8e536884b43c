// Both swings playing together in each engine: how far apart their pictures are, at once and at a quarter of the speed.
import { expect, test } from 'vitest';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { marksOf, PAIR_IN_PAGE, type Swing } from '#tests/fixtures/synced-workbench.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import { describeEngines } from './engines.ts';

const THIRTY: Swing = { options: { fps: [30, 1], frames: 90 }, marks: [10, 40, 60] };
const SIXTY: Swing = { options: { fps: [60, 1], frames: 180 }, marks: [24, 78, 120] };
const PLAYED_MS = 6000;
/** From this difference on, a stalled side is seeked again. */
const STALLED = 0.25;

describeEngines((engine, newVisitor) => {
  test.each([1, 0.25])('both sides stay together at %s times the speed', async (speed) => {
    const { tab } = await newVisitor();
    await tab.open((await sharedResource('workbench')).replace('player.html', 'synced.html'));
    await tab.run(PAIR_IN_PAGE);
    await tab.chooseFile('#try-user', (await numberedClip(THIRTY.options)).path);
    await tab.chooseFile('#try-pro', (await numberedClip(SIXTY.options)).path);
    const marks = { user: marksOf(THIRTY), pro: marksOf(SIXTY) };
    await tab.run('(...args) => window.begin(...args)', marks, 'strike', AS_FILMED);
    const apart: number[] = [];
    for (let round = 0; round < 4; round++) {
      apart.push(...(await tab.run<number[]>('(...args) => window.playAndMeasure(...args)', speed, PLAYED_MS)));
    }
    const sorted = apart.map(Math.abs).toSorted((a, b) => a - b);
    const ms = (part: number) => Math.round((sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN) * 1000);
    console.log(`${engine}, ${speed}x: ${sorted.length} pictures, drift p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms`);
    expect(ms(0.5)).toBeLessThan(STALLED * 1000);
  });
});
