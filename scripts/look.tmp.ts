import { mkdirSync } from 'node:fs';
import { newVisitor, startBrowser } from '#tests/e2e/browser.ts';
import { startServer } from '#tests/e2e/running-server.ts';
const [,, clip = '', screensArg = 'phone', out = '/tmp/look', mode = 'stage'] = process.argv;
const SCREENS: Record<string, any> = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  across: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 768, height: 1024 }, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};
mkdirSync(out, { recursive: true });
const server = await startServer({ CONTENT_DIR: 'content', MAKE_VIDEOS_ON: 'device' });
const browser = await startBrowser();
const name = clip.split('/').pop()!.split('.')[0];
try {
  for (const screen of screensArg.split(',')) {
    const { page, pageErrors } = await newVisitor(browser, SCREENS[screen]);
    const take = async (state: string, full = false) => { await page.waitForTimeout(500); await page.screenshot({ path: `${out}/${name}-${screen}-${state}.png`, fullPage: full }); };
    const t0 = Date.now(); const log = (s: string) => console.log(screen, s, ((Date.now() - t0) / 1000).toFixed(1));
    try {
    await page.goto(server.origin);
    await page.waitForTimeout(1500);
    if (mode === 'pages') { await take('start', true); }
    if (mode === 'demo') {
      await page.getByRole('button', { name: 'Play the sample' }).click(); await page.waitForTimeout(3000); await take('hero-demo');
      await page.locator('#try-this').getByRole('button', { name: 'Sample amateur swing' }).click(); await page.waitForTimeout(4000); await take('demo-live');
      await page.locator('#try-this').getByRole('button', { name: 'Compare This Swing' }).click();
      await page.getByRole('heading', { name: 'Comparison Complete!' }).waitFor(); await page.waitForTimeout(800); await take('demo-done'); await take('demo-done-full', true);
      await page.getByRole('radio', { name: 'Video' }).check({ force: true }); await page.waitForTimeout(1500); await take('demo-video');
    }
    if (mode === 'stage' || mode === 'compare') {
      await page.getByLabel('Your swing video file').setInputFiles(clip);
      const use = page.getByRole('button', { name: /^Use all three/ });
      await use.waitFor(); log('found'); if (mode === 'stage') await take('found');
      await use.click();
      const stage = page.getByRole('group', { name: 'Synced preview' }).last();
      await stage.waitFor(); log('stage');
      await page.waitForTimeout(4000); 
      if (mode === 'stage') {
        await take('play');
        await stage.getByRole('button', { name: 'Top: both golfers' }).click(); await take('top');
        for (const tab of ['View', 'Draw', 'Save']) { await stage.getByRole('tab', { name: tab, exact: true }).click(); await take(tab.toLowerCase()); }
      } else {
        await stage.getByRole('tab', { name: 'Save', exact: true }).click();
        await stage.getByRole('button', { name: /^Compare My Swing/ }).click();
        await page.getByText('Videos merged successfully!', { exact: true }).first().waitFor({ timeout: 180000 }); log('merged');
        await page.waitForTimeout(300); await take('c-toast');
        await page.waitForTimeout(4000); await take('c-live'); await take('c-full', true);
        await page.getByRole('tab', { name: 'Save', exact: true }).click(); await take('c-save');
        await page.getByRole('radio', { name: 'Video' }).check({ force: true }); await page.waitForTimeout(2500); await take('c-video');
        const box = page.locator('video[aria-label="Merged comparison"]'); console.log(JSON.stringify((await (await import('#tests/e2e/layout-shifts.ts')).layoutShifts(page)).filter((s: any) => s.score > 0.005))); console.log(await box.evaluate((v: any) => [v.videoWidth, v.videoHeight, v.duration].join(' ')));
      }
    }
    } catch (e) { console.log(screen, String(e).slice(0, 300)); await take('error', true); }
    console.log(screen, pageErrors.join(' | ').slice(0, 300));
    await page.context().close();
  }
} finally { await browser.close(); await server.stop(); }
