// The engines for the tests of one file. A missing one skips its tests, and the last lines of `npm test` name it.

import { describe, onTestFinished } from 'vitest';
import { hasFirefox, hasWebKit } from '#scripts/find-engines.mjs';
import { connectToBrowser } from '#tests/browser/connect-to-browser.ts';
import { isCampaign } from '#tests/campaign-scale.ts';
import { startedForTests } from '#tests/server/started-for-tests.ts';
import { chromiumEngine } from './chromium-tab.ts';
import { startFirefox } from './firefox-tab.ts';
import { ENGINES, type Engine, type EngineName } from './tab.ts';
import { type Visitor, visitorIn } from './visitor.ts';
import { startWebKit } from './webkit-tab.ts';

const START: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  chromium: async () => chromiumEngine(await connectToBrowser()),
  firefox: startFirefox,
  webkit: () => startWebKit(),
};

const IS_INSTALLED: Readonly<Record<EngineName, () => boolean>> = {
  chromium: () => true,
  firefox: hasFirefox,
  webkit: hasWebKit,
};

/** The requirement of a missing engine, as the last lines of `npm test` name it. */
const NEEDS: Readonly<Record<EngineName, string>> = {
  chromium: '',
  firefox: ' (needs Firefox ESR, which npm run test:whole installs on Debian; see docs/browsers.md)',
  webkit: ' (needs WebKitGTK, which npm run test:whole installs on Debian; see docs/browsers.md)',
};

/** A new visitor; their tab is closed after the test, and a failed test reports what the tab showed. */
export type NewVisitor = () => Promise<Visitor>;

/**
 * Defines the same tests for each of the engines; in CI for the two in which its other tests do not run, unless they are tests of
 * Chromium in CI, too.
 */
export function describeEngines(
  define: (engine: EngineName, newVisitor: NewVisitor) => void,
  engines: readonly EngineName[] = ENGINES,
  ofChromiumToo = isCampaign,
): void {
  const only = process.env.ENGINE?.split(',');
  for (const name of engines) {
    if (only ? !only.includes(name) : name === 'chromium' && !ofChromiumToo) continue;
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
