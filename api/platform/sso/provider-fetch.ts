import type { CustomFetchOptions } from 'openid-client';
import { publicFetch } from '../../../shared/platform/public-fetch';

/** The `fetch` of all requests to providers: `publicFetch` in the form that the library asks for. */
export async function providerFetch(address: string, request: CustomFetchOptions): Promise<Response> {
  const { method, headers, body, signal } = request;
  const answer = await publicFetch(address, { method, headers, body, signal });
  // Converts the package's Response to Node's own.
  return new Response(await answer.arrayBuffer(), { status: answer.status, headers: [...answer.headers] });
}
