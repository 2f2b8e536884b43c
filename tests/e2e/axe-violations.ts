// axe-core's violations of WCAG 2.2 AA and its best practices on a page or a part of it, one line per element.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The violations; `part` is a selector, the whole page when it is left out. */
export async function axeViolations(page: Page, part?: string): Promise<string[]> {
  await animationsFinished(page);
  // Otherwise each run opens a page of its own, to join the results of frames from other sites: there are none here.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({
    runOnly: { type: 'tag', values: RULES },
    resultTypes: ['violations'],
  });
  const { violations } = await (part === undefined ? builder : builder.include(part)).analyze();
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
}

/** Waits until all finite animations have finished, because contrast is too low while a button fades in. */
async function animationsFinished(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(finite.map((one) => one.finished));
  });
}
