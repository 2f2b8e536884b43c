// The links that were made in this browser, with the secrets that withdraw them. They are kept on this device only.
import type { ShareDays } from '#contract/shares.ts';
import { BrowserStore } from '#web/lib/browser-store.ts';
import { heldLinks, linkFileOnDisk, removeLinkFile, sweepLinkFiles } from './link-disk.ts';

export interface SentLink {
  readonly id: string;
  readonly secret: string;
  /** The path and the fragment: also the key, so that the link can be copied again. */
  readonly path: string;
  readonly title: string;
  readonly sentAtMs: number;
  readonly days: ShareDays;
  /** The size of its encrypted file, in bytes, which is on this device until the site has the link; absent afterwards. */
  readonly unsentBytes?: number;
}

const links = new BrowserStore<SentLink>('swingmark-links', 'links');

/** The newest first. Rejects where the browser stores nothing. */
export async function sentLinks(): Promise<readonly SentLink[]> {
  return (await links.entries()).map(([, link]) => link).toSorted((a, b) => b.sentAtMs - a.sentAtMs);
}

export const keepSentLink = (link: SentLink) => links.set(link.id, link);

/** Keeps it as one that the site has: its file is no longer needed. */
export async function keepAsSent({ unsentBytes: _, ...link }: SentLink): Promise<void> {
  await keepSentLink(link);
  await removeLinkFile(link.id);
}

export async function forgetSentLink(id: string): Promise<void> {
  await links.delete(id);
  await removeLinkFile(id);
}

/** The encrypted file of a link that is not sent yet; null where the browser no longer has all of it. */
export async function unsentFile({ id, unsentBytes }: SentLink): Promise<File | null> {
  const file = await linkFileOnDisk(id);
  return file?.size === unsentBytes ? file : null;
}

/** Deletes what closed pages left of links: opened ones, half encrypted ones, and unsent ones without their file. Never rejects. */
export async function sweepLinks(): Promise<void> {
  try {
    const unsent = (await sentLinks()).filter(({ unsentBytes }) => unsentBytes !== undefined);
    await sweepLinkFiles((id) => unsent.some((link) => link.id === id));
    const held = await heldLinks();
    for (const link of unsent) if (!held.has(link.id) && !(await unsentFile(link))) await forgetSentLink(link.id);
  } catch {
    // The next page tries again.
  }
}
