// The steps of a comparison on the product's pages, in any engine.

import { type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import type { Visitor } from './visitor.ts';

/** Opens a page of the real server and waits until it handles events itself. */
export async function openSite(visitor: Visitor, path = '/'): Promise<void> {
  await visitor.tab.open((await sharedResource('site')) + path);
  await untilHydrated(visitor);
}

/** Waits until the prerendered page is hydrated: before, keys have no effect. */
export async function untilHydrated(visitor: Visitor): Promise<void> {
  await visitor.until('the page handles events', () => {
    const probe = document.body.appendChild(Object.assign(document.createElement('button'), { type: 'button' }));
    const isHydrated = probe.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    probe.remove();
    return isHydrated;
  });
}

const SUBJECTS = {
  user: { input: 'Your swing video file', region: 'Your swing video and its positions' },
  pro: { input: 'Pro swing video file', region: 'Pro swing video and its positions' },
} as const;

/** Chooses a numbered clip as the visitor's swing or their pro's, and marks frames of it by stepping there. */
export async function chooseAndMark(
  visitor: Visitor,
  subject: keyof typeof SUBJECTS,
  clip: NumberedClipOptions,
  frames: readonly [rest: number, top: number, strike: number],
): Promise<void> {
  const { input, region } = SUBJECTS[subject];
  await visitor.chooseFile(input, (await numberedClip(clip)).path);
  // Only a loaded video takes keys.
  await visitor.find({ role: 'button', name: 'Mark Setup', within: region });
  await visitor.until(
    `${region} shows the first frame`,
    (name) => document.querySelector(`section[aria-label="${name}"]`)?.textContent?.includes('frame 1 of'),
    region,
  );
  await focusRegion(visitor, region);
  let at = 0;
  for (const [index, key] of ['r', 't', 's'].entries()) {
    const frame = frames[index] ?? 0;
    for (; at < frame; at++) await visitor.tab.key('.');
    await visitor.tab.key(key);
  }
  await visitor.until(
    `${region} says that all is marked`,
    (name) => document.querySelector(`section[aria-label="${name}"]`)?.textContent?.includes('All positions marked!'),
    region,
  );
}

/** Gives the player's keys to a region. */
export async function focusRegion({ tab }: Visitor, name: string): Promise<void> {
  await tab.run((label) => document.querySelector<HTMLElement>(`section[aria-label="${label}"]`)?.focus(), name);
}

/** The marks that the session holds, in seconds. */
export function storedMarks({ tab }: Visitor, of: 'userVideo' | 'customProVideo'): Promise<readonly number[] | null> {
  return tab.run((key) => {
    const { annotations } = JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? {};
    return annotations ? [annotations.restTime, annotations.topTime, annotations.strikeTime] : null;
  }, of);
}
