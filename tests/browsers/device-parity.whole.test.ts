// The server's cases of parity, all rendered by Chromium: shapes, holds, choices, layouts, framing, every position. What
// Chromium cannot decode has to be refused, and is rendered by the server then.
import { extname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isCampaign } from '#tests/campaign-scale.ts';
import { deviceForTests } from '#tests/fixtures/rendered-on-device.ts';
import { byServer, renderBy } from '#tests/parity/merge-case.ts';

const device = deviceForTests();
// Most pictures go from plane to plane; in other colors all go through a canvas: CANVAS=1 tries that way of painting.
const CLIPS = process.env.CANVAS ? { colors: 'bt601' as const } : {};
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
      refused.push(extname(sides.user.file.path));
      await byServer(plan, sides, outputPath);
    }
  }, CLIPS);
});
afterAll(() => renderBy(null));

await import('#tests/parity/merge-shapes.test.ts');
await import('#tests/parity/merge-choices.test.ts');
await import('#tests/parity/merge-layouts.test.ts');
await import('#tests/parity/merge-framed.test.ts');
await import('#tests/parity/merge-matched.test.ts');
await import('#tests/parity/merge-strip.test.ts');

test('Chromium renders everything it can decode, and refuses the rest before showing anything', () => {
  // The last three are HEVC.
  const kinds = ['.3gp', '.avi', '.avi', '.avi', '.flv', '.flv', '.mov', '.mov', '.mp4', '.wmv'];
  // In CI some of the cases run, with every way to be refused; in the campaign all.
  if (isCampaign) expect(refused.toSorted()).toEqual(kinds);
  else expect(kinds).toEqual(expect.arrayContaining(refused));
  expect(counts.device).toBeGreaterThan(5);
  console.info(`${counts.device} videos, ${counts.frames} frames made by the device`);
});
