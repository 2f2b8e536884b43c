// What a test file knows of the parts that all tests in a browser share (global-setup.ts).
import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { PartName } from './start-part.ts';

/** The address of a shared part, which is started if nobody has asked for it before. */
export async function sharedPart(name: PartName): Promise<string> {
  const answer = await fetch(new URL(name, inject('sharedParts')));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** A connection to the shared Chromium. Closing it closes the pages that were opened through it, and no others. */
export async function connectToBrowser(): Promise<Browser> {
  return chromium.connect(await sharedPart('chromium'));
}
