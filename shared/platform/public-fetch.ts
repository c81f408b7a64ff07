import { lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { isPublicAddress, resolvesToPrivate } from '../infra/public-address';
import { config } from '../kernel/config';
import { isLoopback } from './sso/issuer.rules';

/** Whether the programs that organizations name may run on this machine: outside production. */
export function allowsLoopback(): boolean {
  return config().NODE_ENV !== 'production';
}

/** A host has, or resolves to, an address that is not public. */
export class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

/** Whether the host of an address is, or resolves to, an address that is not requested; false for an unknown name. */
export async function leadsToPrivate(url: URL): Promise<boolean> {
  if (allowsLoopback() && isLoopback(url)) return false;
  return resolvesToPrivate(bareHost(url));
}

/** The host without the brackets of IPv6. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const MAX_ANSWER_BYTES = 1_000_000;

/** Connects to an address only if every address of the name is public: check and connection use the same lookup. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, []);
      return;
    }
    const isPublic = addresses.every(({ address }) => isPublicAddress(address));
    if (isPublic) callback(null, addresses);
    else callback(new PrivateAddress('The host name resolves to an address that is not public.'), []);
  });
};

const guarded = new Agent({ connect: { lookup: publicLookup }, maxResponseSize: MAX_ANSWER_BYTES });
const unguarded = new Agent({ maxResponseSize: MAX_ANSWER_BYTES });

/**
 * The `fetch` of all requests to addresses that organizations name. It connects to public addresses only, over TLS, and
 * follows no redirect; outside production also to this machine. Throws PrivateAddress, and like `fetch`.
 */
export async function publicFetch(
  address: string,
  request: Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal'>,
): Promise<Response> {
  const url = new URL(address);
  const isOwn = allowsLoopback() && isLoopback(url);
  if (url.protocol !== 'https:' && !isOwn) throw new TypeError('Only https addresses are requested.');
  const host = bareHost(url);
  // An address needs no lookup.
  if (!isOwn && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress('The address is not public.');
  return fetch(url, { ...request, redirect: 'manual', dispatcher: isOwn ? unguarded : guarded });
}
