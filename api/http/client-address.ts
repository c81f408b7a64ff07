import { IPv6 } from 'ipaddr.js';

/** An IPv4 address as a dual-stack socket reports it. */
const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns the address of a caller, an IPv4 address without the IPv6 prefix, so that each caller has one spelling. */
export const clientAddress = (ip: string | undefined): string | undefined => ip?.replace(IPV4_IN_IPV6, '$1');

/** Groups of 16 bits in a /64 network, the smallest that an IPv6 subscriber gets (RFC 6177). */
const NETWORK_GROUPS = 4;

/**
 * Returns what rate limits count by: an IPv4 address, or the /64 network of an IPv6 address, whose second half the
 * caller chooses.
 */
export function limitedAddress(ip: string | undefined): string {
  const address = clientAddress(ip);
  if (address === undefined) return 'unknown';
  if (!IPv6.isValid(address)) return address;
  const groups = IPv6.parse(address).parts.slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
