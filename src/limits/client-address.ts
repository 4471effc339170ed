import { isIP, isIPv6 } from 'node:net';

/**
 * The address a request came from. `X-Forwarded-For` can be written by anybody, so of its entries only
 * those count that our own proxies added: as many as are trusted, from the right.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | null,
  trustedProxies: number,
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  const named = trustedProxies > 0 ? (hops.at(-trustedProxies) ?? hops[0]) : undefined;
  const address = named && isIP(named) ? named : remote;
  return address ? network(address) : 'local';
}

/** One caller owns a whole /64 of IPv6; IPv4 written as IPv6 is IPv4. */
function network(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const filling = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...filling, ...right].slice(0, 4);
  return `${groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
