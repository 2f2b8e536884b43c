// On a device with a fault, "Check this phone" says what follows from it, and nothing where the product makes it good.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PHONE } from '#tests/e2e/browser.ts';
import { siteForTests } from '#tests/e2e/site.ts';
import type { Reason } from '#web/check/check-state.ts';
import { words } from '#web/words/words.ts';
import { type CheckedFault, DEVICE_FAULTS } from './device-faults.ts';
import { NO_ENCODER } from './encoder-faults.ts';
import { injectFault } from './inject-fault.ts';
import { isAboutSpeed } from './speed-reasons.ts';

const site = siteForTests('device-site');

const { reasons: REASONS, othersWork } = words.check;
/** Debian's Chromium has no decoder for HEVC, and most tests leave the body model out. */
const OF_THE_TEST: ReadonlySet<Reason> = new Set(['no-hevc', 'body-metered']);

/** The reasons that the check tells, in its order. */
async function toldReasons(page: Page): Promise<readonly Reason[]> {
  await page.goto(`${site.server.origin}/check`);
  await page.getByRole('button', { name: 'Start the check' }).click();
  const result = page.getByRole('status').filter({ has: page.getByRole('heading', { name: 'Result' }) });
  await result.waitFor({ timeout: 90_000 });
  const sentences = await result.getByRole('paragraph').allInnerTexts();
  return sentences.filter((sentence) => sentence !== othersWork).map(reasonOf);
}

function reasonOf(sentence: string): Reason {
  const found = (Object.keys(REASONS) as Reason[]).find((reason) => {
    const { verdict } = REASONS[reason];
    return sentence === (typeof verdict === 'string' ? verdict : verdict.server);
  });
  return found ?? expect.unreachable(sentence);
}

const NEEDS_BODY: readonly CheckedFault['family'][] = ['decoder', 'memory', 'network'];

describe('the check of a device', () => {
  const noEncoder: CheckedFault = { ...NO_ENCODER, family: 'encoder', reasons: ['no-encoder'] };

  test.each([noEncoder, ...DEVICE_FAULTS])('where $title', async ({ family, injection, reasons }) => {
    const { page } = await site.newVisitor({ ...PHONE, isUnmetered: NEEDS_BODY.includes(family) });
    await injectFault(page, injection);
    const told = await toldReasons(page);
    const sure = (all: readonly Reason[]) => all.filter((reason) => !isAboutSpeed(reason) && !OF_THE_TEST.has(reason));
    expect(sure(told)).toEqual(sure(reasons));
    // A busy machine adds reasons of its own.
    expect(told).toEqual(expect.arrayContaining([...reasons]));
  });

  test('tells what is remembered of it, and tries that again', async () => {
    const { page, pageErrors } = await site.newVisitor(PHONE);
    await page.goto(`${site.server.origin}/check`);
    await page.evaluate(() => {
      const value = { browser: navigator.userAgent, answers: ['encoder 0', 'encoder 1', 'body'], sinceMs: Date.now() };
      localStorage.setItem('swingmark:false-answers', JSON.stringify(value));
    });
    await page.reload();
    const { heading, kinds } = words.check.remembered;
    const told = page.getByRole('region', { name: heading }).getByRole('listitem');
    await expect.poll(() => told.allInnerTexts()).toEqual([kinds.encoder, kinds.body]);
    await page.getByRole('button', { name: 'Start the check' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(words.check.canceled).waitFor();
    expect(await told.count()).toBe(0);
    expect(pageErrors).toEqual([]);
  });

  test('where a network that wants a log-in answers with its page', async () => {
    const { page } = await site.newVisitor({ ...PHONE, isUnmetered: true });
    await page.route(/\.(tflite|wasm)$/, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Log in</h1>' }),
    );
    expect(await toldReasons(page)).toContain('body-not-loaded');
  });
});
