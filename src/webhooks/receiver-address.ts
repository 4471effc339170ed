import { BlockList, isIP } from 'node:net';

/** Why a receiver's address is refused. */
export interface AddressFault {
  readonly code: 'not_https' | 'port_not_allowed' | 'address_not_allowed';
  readonly detail: string;
}

const allowedPorts = ['', '443', '8443'];

/** Everything that IANA does not list as globally reachable. */
const reservedIpv4 = createBlockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/** Loopback, mapped IPv4, NAT64, unique local, link-local and multicast addresses are all outside. */
const globalIpv6 = createBlockList('ipv6', [['2000::', 3]]);

/** Inside it, but tunnels to IPv4 addresses (Teredo, 6to4), protocol assignments or documentation. */
const reservedIpv6 = createBlockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/** Names that resolvers answer with this machine or its network. */
const localName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa)$/;

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reservedIpv4.check(address, 'ipv4');
  // A zone names an interface of this machine.
  if (family !== 6 || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !reservedIpv6.check(address, 'ipv6');
}

/**
 * What is wrong with a receiver's URL as far as it can be known without resolving its name. The URL
 * parser has already normalized odd spellings: 0x7f000001, 2130706433 and 0177.1 are 127.0.0.1.
 */
export function findAddressFault(url: URL, allowPrivate: boolean): AddressFault | undefined {
  if (allowPrivate) return undefined;
  if (url.protocol !== 'https:') {
    return { code: 'not_https', detail: 'Must be an https URL.' };
  }
  if (!allowedPorts.includes(url.port)) {
    return { code: 'port_not_allowed', detail: 'The port must be 443 or 8443.' };
  }
  const host = hostOf(url);
  const isAddress = isIP(host) !== 0;
  if (isAddress ? isPublicAddress(host) : isPublicName(host)) return undefined;
  return {
    code: 'address_not_allowed',
    detail: `Must be on the public internet; ${host} is a private, local or reserved address.`,
  };
}

/** The host without brackets and the dot that ends a fully qualified name. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

function isPublicName(name: string): boolean {
  return name.includes('.') && !localName.test(name);
}

function createBlockList(family: 'ipv4' | 'ipv6', subnets: readonly [string, number][]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
}
