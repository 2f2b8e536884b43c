// Whether a connection comes from a trusted proxy. Fastify uses the same list; the connection limits need it before
// there is a request.
import { BlockList, isIPv6 } from 'node:net';

/** Fastify's named networks. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** A test for addresses in a list of addresses, networks such as `10.0.0.0/8`, and names. */
export function trustedProxies(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const proxy of proxies.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits] = proxy.split('/');
    const type = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (type === 'ipv6' ? 128 : 32)), type);
  }
  return (address) => address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
