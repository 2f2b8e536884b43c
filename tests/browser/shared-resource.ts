// What a test file knows of the resources that all tests in a browser share (global-setup.ts).
import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { ResourceName } from './start-resource.ts';

/** The address of a shared resource. The first call starts it. */
export async function sharedResource(name: ResourceName): Promise<string> {
  const answer = await fetch(new URL(name, inject('sharedResources')));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** A connection to the shared Chromium. Closing it closes the pages that were opened through it, and no others. */
export async function connectToBrowser(): Promise<Browser> {
  return chromium.connect(await sharedResource('chromium'));
}
