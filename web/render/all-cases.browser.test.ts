// The server's cases of parity, all rendered by Chromium: shapes, holds, choices, layouts, framing, every position. What
// Chromium cannot decode has to be refused, and is rendered by the server then.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isCampaign } from '#tests/campaign-scale.ts';
import { deviceForTests } from '#tests/fixtures/rendered-on-device.ts';
import { byServer, renderBy } from '#tests/parity/merge-case.ts';

if (isCampaign) {
  const device = deviceForTests();
  const counts = { device: 0, frames: 0 };
  const refused: string[] = [];

  beforeAll(() => {
    renderBy(async (plan, sides, outputPath) => {
      try {
        await device.render(plan, sides, outputPath);
        counts.device += 1;
        counts.frames += 2 * plan.frameCount;
      } catch (error) {
        const isRefused = String(error).includes('RenderError');
        if (!isRefused) throw error;
        refused.push(`${sides.user.file.path} ${sides.pro.file.path}: ${String(error).split('\n')[0]}`);
        await byServer(plan, sides, outputPath);
      }
    });
  });
  afterAll(() => renderBy(null));

  await import('#tests/parity/merge-shapes.test.ts');
  await import('#tests/parity/merge-choices.test.ts');
  await import('#tests/parity/merge-layouts.test.ts');
  await import('#tests/parity/merge-framed.test.ts');
  await import('#tests/parity/merge-matched.test.ts');

  test('Chromium renders all but what it cannot decode, and refuses that before it shows anything', () => {
    // AVI, Windows Media, Flash Video, H.263 and HEVC.
    expect(refused.filter((why) => !/cannot be|No decoder|Unsupported|format/i.test(why))).toEqual([]);
    console.info(`${counts.device} videos, ${counts.frames} frames by the device; refused:\n${refused.join('\n')}`);
  });
} else {
  test.skip('only the campaign renders all cases', () => undefined);
}
