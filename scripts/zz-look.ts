import { newVisitor, startBrowser } from '#tests/e2e/browser.ts';
import { startServer } from '#tests/e2e/running-server.ts';
import { AMATEUR_SWING, chooseVideo, markPositions, waitForMergedVideo } from '#tests/e2e/steps.ts';

const out = '/tmp/zz-shots';
const only = process.argv[2];
const SCREENS = {
  p390: [390, 844, true],
  l844: [844, 390, true],
  p360: [360, 740, true],
  d1440: [1440, 900, false],
} as const;
const server = await startServer();
const browser = await startBrowser();
try {
  for (const [name, [width, height, touch]] of Object.entries(SCREENS)) {
    if (only && only !== name) continue;
    const { page, pageErrors } = await newVisitor(browser, {
      viewport: { width, height },
      hasTouch: touch,
      isMobile: touch,
      reducedMotion: 'reduce',
    });
    const take = async (state: string) => {
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${out}/${name}-${state}.png` });
      console.log(name, state);
    };
    await page.goto(server.origin);
    await chooseVideo(page, 'user', AMATEUR_SWING);
    await markPositions(page, 'user', [0, 1.2, 1.6]);
    await page
      .locator('section[aria-label="Your swing video and its positions"]')
      .evaluate((e) => e.scrollIntoView({ block: 'start' }));
    await take('marks');
    const region = page.getByRole('region', { name: 'Your swing video and its positions' });
    await region.getByRole('button', { name: 'Full screen' }).click();
    await take('marks-full');
    await region.getByRole('button', { name: 'Leave full screen' }).click();
    await page
      .getByRole('button', { name: /Driver, face-on, 24\/8/ })
      .first()
      .click();
    const preview = page.getByRole('group', { name: 'Synced preview' });
    await preview.getByRole('button', { name: 'Go to your strike' }).click();
    await preview.evaluate((e) => e.scrollIntoView({ block: 'start' }));
    await take('live');
    await preview.getByRole('button', { name: 'Full screen' }).click();
    console.log('native', await page.evaluate('document.fullscreenElement?.tagName'));
    await take('live-full');
    await preview.getByRole('button', { name: 'Leave full screen' }).click();
    await page.getByRole('button', { name: 'Compare My Swing' }).click();
    await page.waitForURL('**/compare');
    await take('compare-waiting');
    await waitForMergedVideo(page);
    await page.getByRole('button', { name: 'Close message' }).click();
    await page.locator('h1').evaluate((e) => e.scrollIntoView({ block: 'start' }));
    await take('merged');
    const merged = page.getByRole('region', { name: 'Merged comparison player' });
    await merged.evaluate((e) => e.scrollIntoView({ block: 'start' }));
    await take('merged-player');
    await merged.getByRole('button', { name: 'Full screen' }).click();
    await take('merged-full');
    await merged.getByRole('button', { name: 'Leave full screen' }).click();
    const live = page.getByRole('radio', { name: 'Live' });
    if (await live.count()) {
      await live.check();
      await page.getByRole('group', { name: 'Synced preview' }).waitFor();
      await page.locator('h1').evaluate((e) => e.scrollIntoView({ block: 'start' }));
      await take('switched-live');
    }
    console.log(pageErrors);
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.stop();
}
