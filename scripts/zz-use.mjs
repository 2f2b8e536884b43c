import { chromium } from 'playwright-core';
import { LAUNCH_OPTIONS } from '#tests/e2e/browser.ts';
const b = await chromium.launch(LAUNCH_OPTIONS);
for (const wait of [0, 5000]) {
  const c = await b.newContext({ viewport: { width: 1440, height: 900 } }); const p = await c.newPage(); const errs = []; p.on('console', (m) => m.type() === 'error' && errs.push(m.text())); p.on('pageerror', (e) => errs.push(String(e)));
  await p.addInitScript(() => { const post = Worker.prototype.postMessage; window.__log = []; Worker.prototype.postMessage = function (m, ...r) { if (m?.request?.wanted) { window.__log.push([performance.now() | 0, 'ask', JSON.stringify(m.request.wanted).slice(0, 160)]); if (!this.__l) { this.__l = true; this.addEventListener('message', ({ data }) => { if (data?.answer || data?.kind) window.__log.push([performance.now() | 0, 'answer', data.answer?.kind, data.answer?.track?.frames?.length]); }); } } return post.call(this, m, ...r); }; });
  await p.goto('http://127.0.0.1:4000/');
  await p.locator('input[type=file]').first().setInputFiles('/work/shared/footage/joni-golf4.mp4');
  await p.getByText(/We found/i).first().waitFor({ timeout: 90000 });
  const t0 = await p.evaluate(() => performance.now() | 0);
  await p.waitForTimeout(wait);
  await p.getByRole('button', { name: /Use all three/i }).first().click();
  const t1 = await p.evaluate(() => performance.now() | 0);
  await p.getByText('What differs most').first().waitFor({ timeout: 60000 });
  await p.waitForFunction(() => { const h = [...document.querySelectorAll('h2,h3,h4')].find((e) => e.textContent.includes('What differs most')); return h && h.parentElement.parentElement.querySelectorAll('li').length > 0; }, null, { timeout: 60000 }).catch((e) => errs.push(String(e).slice(0, 100)));
  console.log(wait, 'found', t0, 'pressed', t1, 'sentences', await p.evaluate(() => performance.now() | 0), errs);
  console.log(JSON.stringify(await p.evaluate(() => window.__log)));
  await p.waitForTimeout(1500); await p.screenshot({ path: `/tmp/u-${wait}.png` });
  await c.close();
}
await b.close();
