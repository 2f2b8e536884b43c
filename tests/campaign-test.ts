// Tests that only the campaign runs: long ones whose subject other tests of `npm test` go through in less time.
import { type TestContext, test } from 'vitest';
import { isCampaign } from './campaign-scale.ts';

/** Defines a test in the campaign, and nothing otherwise. */
export function campaignTest(title: string, run: (context: TestContext) => Promise<void>, timeoutMs?: number): void {
  if (isCampaign) test(title, run, timeoutMs);
}
