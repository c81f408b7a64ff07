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

/** A provider has, or resolves to, an address that is not public. */
export class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

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
 * The `fetch` of all requests to providers. It connects to public addresses only, over TLS, and follows no redirect;
 * outside production also to this machine. Throws PrivateAddress, and like `fetch`.
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
  // Converts the package's Response to Node's own.
  return new Response(await answer.arrayBuffer(), { status: answer.status, headers: [...answer.headers] });
}
