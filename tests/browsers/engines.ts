// The engines for the tests of one file. A missing one skips its tests, and the last lines of `npm test` name it.

import type { Browser } from 'playwright-core';
import { describe, onTestFinished } from 'vitest';
import { hasFirefox, hasWebKit } from '#scripts/find-engines.mjs';
import { connectToBrowser } from '#tests/browser/connect-to-browser.ts';
import { isCampaign } from '#tests/campaign-scale.ts';
import { startedForTests } from '#tests/server/started-for-tests.ts';
import { startFirefox } from './firefox-tab.ts';
import { dragPath, ENGINES, type Engine, type EngineName, sourceOf, TAB_SIZE, type Tab } from './tab.ts';
import { type Visitor, visitorIn } from './visitor.ts';
import { startWebKit } from './webkit-tab.ts';

const START: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: () => startWebKit(),
};

const IS_INSTALLED: Readonly<Record<EngineName, () => boolean>> = {
  chromium: () => true,
  firefox: hasFirefox,
  webkit: hasWebKit,
};

/** What is missing when an engine is, as the last lines of `npm test` say it. */
const NEEDS: Readonly<Record<EngineName, string>> = {
  chromium: '',
  firefox: ' (needs Firefox ESR, which npm run test:whole installs on Debian; see docs/browsers.md)',
  webkit: ' (needs WebKitGTK, which npm run test:whole installs on Debian; see docs/browsers.md)',
};

/** A new visitor; their tab is closed after the test, and a failed test reports what the tab showed. */
export type NewVisitor = () => Promise<Visitor>;

/** Defines the same tests for each of the engines; in CI for the two in which its other tests do not run. */
export function describeEngines(
  define: (engine: EngineName, newVisitor: NewVisitor) => void,
  engines: readonly EngineName[] = ENGINES,
): void {
  const only = process.env.ENGINE?.split(',');
  for (const name of engines) {
    if (only ? !only.includes(name) : name === 'chromium' && !isCampaign) continue;
    const isInstalled = IS_INSTALLED[name]();
    describe.skipIf(!isInstalled)(`in ${name}${isInstalled ? '' : NEEDS[name]}`, () => {
      const engine = startedForTests(START[name], ({ stop }) => stop());
      define(name, async () => {
        const tab = await engine().newTab();
        const visitor = visitorIn(tab);
        onTestFinished(async ({ task }) => {
          if (task.result?.state === 'fail') await report(visitor);
          await tab.close();
        });
        return visitor;
      });
    });
  }
}

/** The text of the page of a failed test. */
async function report({ tab }: Visitor): Promise<void> {
  const text = await tab.run(() => `${location.href}\n${document.body.innerText}`).catch(String);
  const errors = await tab.errors().catch((error: unknown) => [String(error)]);
  console.log(`${tab.engine} was at ${text.split('\n').filter(Boolean).slice(-80).join('\n  ')}\n${errors.join('\n')}`);
}

/** Connects to the shared Chromium. */
async function startChromium(): Promise<Engine> {
  const browser = await connectToBrowser();
  return { newTab: () => openTab(browser), stop: () => browser.close() };
}

async function openTab(browser: Browser): Promise<Tab> {
  const context = await browser.newContext({ viewport: TAB_SIZE, acceptDownloads: true });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // Chromium writes every response from 400 on there.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  return {
    engine: 'chromium',
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    run: (work, ...args) => page.evaluate(`(${sourceOf(work)})(...${JSON.stringify(args)})`),
    press: ({ xPx, yPx }) => page.mouse.click(xPx, yPx),
    async drag(from, to) {
      await page.mouse.move(from.xPx, from.yPx);
      await page.mouse.down();
      for (const { xPx, yPx } of dragPath(from, to)) await page.mouse.move(xPx, yPx);
      await page.mouse.up();
    },
    key: (name) => page.keyboard.press(name),
    chooseFile: (selector, path) => page.locator(selector).setInputFiles(path),
    screenshot: () => page.screenshot(),
    errors: async () => errors,
    close: () => context.close(),
  };
}
