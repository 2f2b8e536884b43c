// Videos are made on devices whose encoders have faults that were reported in public: another way to encode is found, and every
// merged frame shows the planned frames.
import { describe, expect, it } from 'vitest';
import { deviceForTests } from '#tests/fixtures/rendered-on-device.ts';
import { mergeAndCompare } from '#tests/parity/merge-case.ts';
import { RATE_PAIRS } from '#tests/parity/merge-rates.ts';
import { CHIP_FAULTS, ENCODER_FAULTS, LATE_ENCODER_FAULTS, NO_ENCODER } from './encoder-faults.ts';

const device = deviceForTests();
const [, user, pro, alignment] = RATE_PAIRS.find(([title]) => title.startsWith('30 fps')) ?? expect.unreachable();

const remembered = () => device.inPage(`import('/web/lib/false-answers.ts').then((known) => known.falseAnswers())`);

/** Makes a video that has every planned frame, and returns what is remembered then. */
async function videoWith(injection: string): Promise<unknown> {
  await device.changeWorkers(injection);
  const outcome = await mergeAndCompare(user, pro, alignment, undefined, undefined, device.render);
  expect(outcome.mismatches).toEqual([]);
  expect(outcome.compared).toBeGreaterThan(100);
  return remembered();
}

describe('a decoder', () => {
  it.each(CHIP_FAULTS)('that $title is replaced by one in software, for good', async ({ injection }) => {
    expect(await videoWith(injection)).toEqual(['hardware avc1']);
  });
});

describe('an encoder', () => {
  it.each(ENCODER_FAULTS)('that $title is replaced by another', async ({ injection }) => {
    await videoWith(injection);
  });

  it.each(LATE_ENCODER_FAULTS)('that $title is replaced by another, for good', async ({ injection }) => {
    expect(await videoWith(injection)).toEqual(['encoder 0']);
  });

  it(`that ${NO_ENCODER.title} is named as the reason`, async () => {
    await device.changeWorkers(NO_ENCODER.injection);
    const made = mergeAndCompare(user, pro, alignment, undefined, undefined, device.render);
    await expect(made).rejects.toThrow('H.264 of');
    expect(await remembered()).toEqual([]);
  });
});
