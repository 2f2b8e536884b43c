// Connects a test file to the Chromium that all tests share.
import { type Browser, chromium } from 'playwright-core';
import { sharedResource } from '#tests/shared/shared-resource.ts';

/** A connection to the shared Chromium. Closing it closes the pages that were opened through it, and no others. */
export async function connectToBrowser(): Promise<Browser> {
  return chromium.connect(await sharedResource('chromium'));
}
