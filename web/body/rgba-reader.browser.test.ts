// A browser that ignores the format of a copy, as WebKit does, gives the same picture as Chromium's own conversion.
import { expect, test } from 'vitest';
import { openCleanPage } from '#tests/browser/clean-page.ts';
import { connectToBrowser } from '#tests/browser/connect-to-browser.ts';
import { startedForTests } from '#tests/server/started-for-tests.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';

const opened = startedForTests(
  async () => {
    const [browser, address] = await Promise.all([connectToBrowser(), sharedResource('workbench')]);
    const page = await openCleanPage(browser, {}, address);
    await page.goto(address);
    await page.evaluate(READER_IN_PAGE);
    return { browser, page };
  },
  ({ browser }) => browser.close(),
);

/** Gives the page `differences(format, colorSpace)`: between the reader's bytes with and without a format, in 64 by 48 pixels. */
const READER_IN_PAGE = `(async () => {
  const { rgbaReader } = await import('/web/body/rgba-reader.ts');
  const [codedWidth, codedHeight] = [64, 48];
  window.differences = async (format, colorSpace) => {
    const bytes = Uint8Array.from({ length: codedWidth * codedHeight * 1.5 }, (_, at) => 60 + ((at * 13) % 120));
    const frame = new VideoFrame(bytes, { format, codedWidth, codedHeight, timestamp: 0, colorSpace });
    const { visibleRect } = frame;
    const plain = {
      format, visibleRect, colorSpace: frame.colorSpace,
      allocationSize: () => frame.allocationSize(),
      copyTo: (into) => frame.copyTo(into),
    };
    const converted = await rgbaReader()(frame);
    const own = await rgbaReader()(plain);
    frame.close();
    return Array.from(own.bytes, (value, at) => Math.abs(value - converted.bytes[at]));
  };
})()`;

const of = (matrix: string, fullRange = false) => ({ matrix, fullRange, primaries: 'bt709', transfer: 'bt709' });

test.each([
  ['I420', of('bt709')],
  ['NV12', of('bt709')],
  ['I420', of('smpte170m')],
  ['I420', of('bt709', true)],
  ['I420', of('bt2020-ncl')],
])('the planes of %s with %o are converted as by the browser', async (format, colorSpace) => {
  const call = `window.differences('${format}', ${JSON.stringify(colorSpace)})`;
  const differences = await opened().page.evaluate<readonly number[]>(call);
  expect(differences).toHaveLength(4 * 64 * 48);
  expect(Math.max(...differences)).toBeLessThanOrEqual(1);
});
