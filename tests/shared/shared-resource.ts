// Gives test files the resources that all tests share (global-setup.ts).
import { inject } from 'vitest';
import type { ResourceName } from './start-resource.ts';

/** The address of a shared resource. The first call starts it. */
export async function sharedResource(name: ResourceName): Promise<string> {
  const answer = await fetch(new URL(name, inject('sharedResources')));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
