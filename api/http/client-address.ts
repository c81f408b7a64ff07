import { IPv6 } from 'ipaddr.js';

/** An IPv4 address in the form in which a socket for both families gives it. */
const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The address of a caller as people write it: an IPv4 address without the IPv6 around it, so that it is one address everywhere. */
export const clientAddress = (ip: string | undefined): string | undefined => ip?.replace(IPV4_IN_IPV6, '$1');

/** Groups of 16 bits in a network of /64, the least that a subscriber of IPv6 is given (RFC 6177). */
const NETWORK_GROUPS = 4;

/** What limits by address count: an IPv4 address, or the /64 network of an IPv6 address, whose other half a caller chooses. */
export function limitedAddress(ip: string | undefined): string {
  const address = clientAddress(ip);
  if (address === undefined) return 'unknown';
  if (!IPv6.isValid(address)) return address;
  const groups = IPv6.parse(address).parts.slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
