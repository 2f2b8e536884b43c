// Identifies a client's network: clients behind the same internet address count as one.
import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network of a client's address: an IPv4 address itself, or the 64-bit prefix of an IPv6 address, which belongs to
 * one customer.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  const embedded = /^::ffff:([\d.]+)$/i.exec(plain)?.[1];
  if (embedded !== undefined && isIPv4(embedded)) return embedded;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  if (tail !== undefined)
    groups.push(...Array.from({ length: 8 - groups.length - behind.length }, () => '0'), ...behind);
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** The source of a request: a visitor and a network. */
export interface Client {
  readonly visitorId: string;
  readonly network: string;
}
