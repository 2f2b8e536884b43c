// Tests that `npm test` leaves out because they take long.
import { type TestContext, test } from 'vitest';
import { isCampaign, isWhole } from './campaign-scale.ts';

/** The tag of tests that CI's second tier runs. */
export const WHOLE_TAG = 'whole';

/** Defines a test that runs in the campaign only, because faster tests of CI cover the same code. */
export function campaignTest(title: string, run: (context: TestContext) => Promise<void>, timeoutMs?: number): void {
  if (isCampaign) test(title, run, timeoutMs);
}

/** Defines a test in CI's second tier and in the campaign: for what no other test of CI proves. */
export function wholeTest(title: string, run: (context: TestContext) => Promise<void>, timeoutMs?: number): void {
  const timeout = timeoutMs === undefined ? {} : { timeout: timeoutMs };
  if (isWhole) test(title, { tags: [WHOLE_TAG], ...timeout }, run);
}
