import { isIP, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

/**
 * The client's address. Anybody can send `X-Forwarded-For`, so only the entries that trusted proxies
 * added count: as many as there are such proxies, from the right.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | null,
  trustedProxies: number,
): string {
  const forwarded = trustedProxies > 0 ? forwardedAddress(forwardedFor ?? '', trustedProxies) : '';
  const address = forwarded !== '' && isIP(forwarded) ? forwarded : remote;
  if (!address) return 'local';
  const known = networks.get(address);
  if (known !== undefined) return known;
  const found = network(address);
  networks.set(address, found);
  return found;
}

/** Parsing an IPv6 address, as Node reports IPv4 clients too, costs more than the rest of this file. */
const networks = new LRUCache<string, string>({ max: 1000 });

function forwardedAddress(header: string, trustedProxies: number): string {
  const hops = header.split(',').map((hop) => hop.trim());
  return withoutPort(hops.at(-trustedProxies) ?? hops[0] ?? '');
}

/** Whether an address returned by clientAddress is this machine. */
export function isLoopback(address: string): boolean {
  return address === 'local' || address === '::1' || address.startsWith('127.');
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(hop) ?? [];
  return v6 ?? v4 ?? hop;
}

/** IPv6 clients usually have a whole /64, which counts as one; IPv4-mapped IPv6 is IPv4. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const [prefix = 0, high = 0, low = 0] = groups.slice(5);
  const isShort = groups.slice(0, 5).every((group) => group === 0);
  if (isShort && prefix === 0xffff) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  if (isShort && prefix === 0 && high === 0 && low === 1) return '::1';
  const subnet = groups.slice(0, 4).map((group) => group.toString(16));
  return `${subnet.join(':')}::/64`;
}

/** The eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): number[] {
  const [bare = ''] = address.split('%');
  // The URL parser normalizes addresses: no dots, no capitals, no leading zeros.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const numbers = (text = '') =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [left, right] = [numbers(head), numbers(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}
