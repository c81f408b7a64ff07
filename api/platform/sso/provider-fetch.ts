import { lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { CustomFetchOptions } from 'openid-client';
import { Agent, fetch } from 'undici';
import { isPublicAddress } from '../../../shared/infra/public-address';
import { config } from '../../../shared/kernel/config';
import { isLoopback } from '../../../shared/platform/sso/issuer.rules';

/** Whether providers may run on this machine: outside production. */
export function allowsLoopback(): boolean {
  return config().NODE_ENV !== 'production';
}

/** A provider leads, or resolves, to an address that is not public. */
export class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

const MAX_ANSWER_BYTES = 1_000_000;

/** Connects to an address only if each one that the name resolves to is public: the check and the connection use the same answer. */
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
 * The `fetch` of everything that a provider is asked for. It connects to public addresses only, over TLS, and follows no
 * redirect; outside production also to this machine. Throws PrivateAddress, and as `fetch`.
 */
export async function providerFetch(address: string, request: CustomFetchOptions): Promise<Response> {
  const url = new URL(address);
  const isOwn = allowsLoopback() && isLoopback(url);
  if (url.protocol !== 'https:' && !isOwn) throw new TypeError('A provider is asked over https only.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An address needs no lookup.
  if (!isOwn && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress('The address is not public.');
  const { method, headers, body, signal } = request;
  const options = { method, headers, body, signal, redirect: 'manual' } as const;
  const answer = await fetch(url, { ...options, dispatcher: isOwn ? unguarded : guarded });
  // The same class by another name: the package brings the one that Node has built in.
  return new Response(await answer.arrayBuffer(), { status: answer.status, headers: [...answer.headers] });
}
