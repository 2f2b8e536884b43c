// The address of a link: `/s/<id>#<key>`. What follows `#` never leaves the browser. A key that also needs a passphrase begins
// with `p.`.
import { SHARE_PAGE_PATH } from '#contract/screens.ts';
import { toHex } from '#web/lib/random-id.ts';

interface LinkAddress {
  readonly id: string;
  readonly key: string;
  readonly needsPassphrase: boolean;
}

/** The path and the fragment of an address. */
export function linkPath({ id, key, needsPassphrase }: LinkAddress): string {
  return `${SHARE_PAGE_PATH}${id}#${needsPassphrase ? 'p.' : ''}${key}`;
}

/** What an address names; null where it was cut or changed on the way. */
export function readLinkAddress({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): LinkAddress | null {
  const [, id] = /^\/s\/([0-9a-f]{32})\/?$/i.exec(pathname) ?? [];
  const [, isWith, key] = /^#(p\.)?([A-Za-z0-9_-]{22})$/.exec(hash) ?? [];
  return id && key ? { id: id.toLowerCase(), key, needsPassphrase: isWith !== undefined } : null;
}

/** 128 random bits for the end of an address. */
export function newKey(): string {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  return text.slice(0, 22).replaceAll('+', '-').replaceAll('/', '_');
}

/** 256 random bits with which a link is withdrawn. */
export function newSecret(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}
