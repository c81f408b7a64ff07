/** An IPv4 address in the form in which a socket for both families gives it. */
const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The address of a caller as people write it: an IPv4 address without the IPv6 around it, so that it is one address everywhere. */
export const clientAddress = (ip: string | undefined): string | undefined => ip?.replace(IPV4_IN_IPV6, '$1');
