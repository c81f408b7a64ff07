import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks that are not on the public internet: this machine, private and shared ranges, the metadata of clouds,
 * documentation, multicast.
 */
const NOT_PUBLIC = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  // Of every virtual machine in Azure.
  ['168.63.129.16', 32],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, 'ipv4');

/** In IPv6 only global unicast is public, without its ranges that lead elsewhere (Teredo, 6to4, documentation). */
const GLOBAL_UNICAST = new BlockList();
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, 'ipv6');

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !NOT_PUBLIC.check(address, 'ipv4');
  return family === 6 && GLOBAL_UNICAST.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
}

/**
 * Resolves a host name to an address. Connect to the address instead of the name, so that no one can change it in
 * between. Null when one of its addresses is not public, or the name is unknown.
 */
export async function publicAddressOf(host: string): Promise<string | null> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.every(({ address }) => isPublicAddress(address)) ? (found[0]?.address ?? null) : null;
}

/** Whether a host is, or resolves to, an address that is not public; false for an unknown name. */
export async function resolvesToPrivate(host: string): Promise<boolean> {
  if (isIP(host) !== 0) return !isPublicAddress(host);
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.some(({ address }) => !isPublicAddress(address));
}
