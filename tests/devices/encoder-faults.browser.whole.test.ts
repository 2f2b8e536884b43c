// Videos are made on devices whose encoders have faults that were reported in public: another way to encode is found, and every
// merged frame shows the planned frames.
import { describe, expect, it } from 'vitest';
import { deviceForTests } from '#tests/fixtures/rendered-on-device.ts';
import { mergeAndCompare } from '#tests/parity/merge-case.ts';
import { RATE_PAIRS } from '#tests/parity/merge-rates.ts';
import { ENCODER_FAULTS, NO_ENCODER } from './encoder-faults.ts';

const device = deviceForTests();
const [, user, pro, alignment] = RATE_PAIRS.find(([title]) => title.startsWith('30 fps')) ?? expect.unreachable();

describe('an encoder', () => {
  it.each(ENCODER_FAULTS)('that $title is replaced by another', async ({ injection }) => {
    await device.changeWorkers(injection);
    const outcome = await mergeAndCompare(user, pro, alignment, undefined, undefined, device.render);
    expect(outcome.mismatches).toEqual([]);
    expect(outcome.compared).toBeGreaterThan(100);
  });

  it(`that ${NO_ENCODER.title} is named as the reason`, async () => {
    await device.changeWorkers(NO_ENCODER.injection);
    const made = mergeAndCompare(user, pro, alignment, undefined, undefined, device.render);
    await expect(made).rejects.toThrow('H.264 of');
  });
});
