// A browser that ignores the format of a copy, as WebKit does, gives the same picture as Chromium's own conversion; and Chromium
// the same as Firefox where its own would differ.
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

/**
 * Gives the page `differences(format, colorSpace, alike)`: the largest ones between the reader's bytes, with and without a format, and Chromium's own conversion
 * of colors that are named `alike`, in 64 by 48 pixels.
 */
const READER_IN_PAGE = `(async () => {
  const { rgbaReader } = await import('/web/body/rgba-reader.ts');
  const [codedWidth, codedHeight] = [64, 48];
  const bytes = Uint8Array.from({ length: codedWidth * codedHeight * 1.5 }, (_, at) => 60 + ((at * 13) % 120));
  const frameOf = (format, colorSpace) =>
    new VideoFrame(bytes, { format, codedWidth, codedHeight, timestamp: 0, colorSpace });
  window.differences = async (format, colorSpace, alike) => {
    const frame = frameOf(format, colorSpace);
    const { visibleRect } = frame;
    const plain = {
      format, visibleRect, colorSpace: frame.colorSpace,
      allocationSize: () => frame.allocationSize(),
      copyTo: (into) => frame.copyTo(into),
    };
    const named = frameOf(format, alike);
    const converted = new Uint8ClampedArray(4 * codedWidth * codedHeight);
    await named.copyTo(converted, { format: 'RGBA' });
    const [read, own] = [await rgbaReader()(frame), await rgbaReader()(plain)];
    frame.close();
    named.close();
    return [read, own].map(({ bytes }) => Math.max(...Array.from(bytes, (value, at) => Math.abs(value - converted[at]))));
  };
})()`;

const of = (matrix: string, fullRange = false) => ({ matrix, fullRange, primaries: 'bt709', transfer: 'bt709' });

test.each([
  ['I420', of('bt709')],
  ['NV12', of('bt709')],
  ['I420', of('smpte170m')],
  ['I420', of('bt2020-ncl')],
])('the planes of %s with %o are converted as by the browser', async (format, colorSpace) => {
  expect(await differences(format, colorSpace, colorSpace)).toEqual([0, 0]);
});

test.each([
  ['I420', of('bt709', true), of('bt709')],
  ['NV12', of('smpte170m', true), of('smpte170m')],
  ['I420', { ...of('bt2020-ncl'), primaries: 'bt2020', transfer: 'hlg' }, of('bt2020-ncl')],
  ['I420', { ...of('bt709'), transfer: 'pq' }, of('bt709')],
  ['I420', { ...of('bt709'), primaries: 'smpte432' }, of('bt709')],
])('the planes of %s with %o are converted as Firefox does: like %o', async (format, colorSpace, alike) => {
  expect(await differences(format, colorSpace, alike)).toEqual([0, 0]);
});

function differences(...args: readonly [format: string, colorSpace: object, alike: object]) {
  const call = `window.differences(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;
  return opened().page.evaluate<readonly number[]>(call);
}
