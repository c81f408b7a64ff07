import createClient from 'openapi-fetch';
import type { paths } from '../../build/openapi/internal';
import type { SayRefusal } from '../texts/refusals/refusal-translator';
import { refusalsIn } from '../texts/refusals/refusals';
import { ApiError, isSessionEnd, toApiError } from './api-error';
import { patientFetch } from './patient-fetch';
import { tellSessionEnded } from './session-end';

/** Typed calls of the internal API: `api.POST('/api/departments', { body })`. Pass the promise to `answered`. */
export const api = createClient<paths>({ fetch: patientFetch, headers: { Accept: 'application/json' } });

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * What a call answered; throws ApiError and ConnectionError. A 401 without a code says that the session has ended, which
 * leads to the sign-in page from wherever the user is.
 */
export async function answered<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  const refusal = toApiError(response, error);
  if (isSessionEnd(refusal)) tellSessionEnded();
  throw inLanguageOfPage(refusal, await refusalsIn(document.documentElement.lang));
}

/** The API writes English; its messages are shown in the language of the page. */
function inLanguageOfPage(refusal: ApiError, say: SayRefusal): ApiError {
  const { status, code, message, reason, fieldErrors, requestId, body } = refusal;
  const fields = fieldErrors.map((error) => ({ ...error, message: say(error.message, error) }));
  return new ApiError(status, code, say(message, reason), reason, fields, requestId, body);
}
