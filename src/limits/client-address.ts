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
  const forwarded = withoutPort(named ?? '');
  const address = isIP(forwarded) ? forwarded : remote;
  return address ? network(address) : 'local';
}

/** Whether an address as given above is this very machine. */
export function isLoopback(address: string): boolean {
  return address === 'local' || address === '::1' || address.startsWith('127.');
}

/** Some proxies write the port as well: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(hop) ?? [];
  return v6 ?? v4 ?? hop;
}

/** One caller owns a whole /64 of IPv6; IPv4 written as IPv6 is IPv4. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const [mark = 0, high = 0, low = 0] = groups.slice(5);
  const isShort = groups.slice(0, 5).every((group) => group === 0);
  if (isShort && mark === 0xffff) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  if (isShort && mark === 0 && high === 0 && low === 1) return '::1';
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** The eight numbers of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  const [bare = ''] = address.split('%');
  // The URL parser writes an address in one way only: no dots, no capitals, no leading zeros.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const numbers = (text = '') =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [left, right] = [numbers(head), numbers(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}
