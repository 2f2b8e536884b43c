// The links that were made in this browser, with the secrets that withdraw them. They are kept on this device only.
import type { ShareDays } from '#contract/shares.ts';
import { BrowserStore } from '#web/lib/browser-store.ts';

export interface SentLink {
  readonly id: string;
  readonly secret: string;
  /** The path and the fragment: also the key, so that the link can be copied again. */
  readonly path: string;
  readonly title: string;
  readonly sentAtMs: number;
  readonly days: ShareDays;
}

const links = new BrowserStore<SentLink>('swingmark-links', 'links');

/** The newest first. Rejects where the browser stores nothing. */
export async function sentLinks(): Promise<readonly SentLink[]> {
  return (await links.entries()).map(([, link]) => link).toSorted((a, b) => b.sentAtMs - a.sentAtMs);
}

export const keepSentLink = (link: SentLink) => links.set(link.id, link);
export const forgetSentLink = (id: string) => links.delete(id);
