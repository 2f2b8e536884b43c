// Identifies a client's network: clients behind the same internet address count as one.
import { isIP, isIPv4, isIPv6 } from 'node:net';

/** Stands for every address that cannot be parsed: all of them are one network. */
const UNKNOWN = 'unknown';

/** An address as a proxy writes it, without port, brackets and quotes; `unknown` when it cannot be parsed. */
export function addressIn(text: string): string {
  const plain = text.trim().replace(/^"|"$/g, '');
  const inner = /^\[(.*)\](?::\d+)?$/.exec(plain)?.[1] ?? plain.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(inner) > 0 ? inner : UNKNOWN;
}

/**
 * The network of a client's address: an IPv4 address itself, or the 64-bit prefix of an IPv6 address, the smallest that
 * a customer gets.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  const embedded = /^::ffff:([\d.]+)$/i.exec(plain)?.[1];
  if (embedded !== undefined && isIPv4(embedded)) return embedded;
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return UNKNOWN;
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

/**
 * The larger networks around a network that one customer may have as well: the /56 and the /48 of an IPv6 network, none
 * for an IPv4 address.
 */
export function widerNetworks(network: string): readonly string[] {
  const [first, second, third, fourth] = network.split(':');
  if (fourth === undefined) return [];
  const site = `${first}:${second}:${third}`;
  return [`${site}:${(Number.parseInt(fourth, 16) >> 8).toString(16)}/56`, `${site}/48`];
}

/** The addresses that one customer may have: the /48 of an IPv6 network, the /24 of an IPv4 address. */
export function neighborhoodOf(network: string): string {
  return isIPv4(network) ? network.replace(/\.\d+$/, '') : (widerNetworks(network).at(-1) ?? network);
}

/** The source of a request: a visitor and a network. */
export interface Client {
  readonly visitorId: string;
  readonly network: string;
}
