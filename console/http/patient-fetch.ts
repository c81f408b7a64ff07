import { actingSlug } from '../app/base-path';
import { ConnectionError } from './api-error';
import { waitForTurn } from './waiting-turn';

/**
 * `fetch` as all calls of the console use it: it names the organization that an operator acts for, waits out a 429 in
 * sight of the user and repeats the call, and throws ConnectionError where no answer came.
 */
export async function patientFetch(request: Request): Promise<Response> {
  const slug = actingSlug();
  if (slug !== null) request.headers.set('X-Tenant', slug);
  for (;;) {
    const response = await answerOf(request);
    if (response.status !== 429) return response;
    await waitForTurn(Number(response.headers.get('Retry-After')) || 1, request.signal);
  }
}

async function answerOf(request: Request): Promise<Response> {
  try {
    // An ETag of the API counts the changes of a row; names of other rows in the same answer change without it.
    return await fetch(request.clone(), { cache: 'no-store' });
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ConnectionError('The service was not reached.');
  }
}
