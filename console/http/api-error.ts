import type { components } from '../../build/openapi/internal';
import type { RefusalReason } from '../texts/refusals/refusal-translator';

/** A field that the API refused, with the reason. */
export type FieldError = components['schemas']['FieldError'];

/** A refusal of the API (its error body), or an answer that is no answer of the API. */
export class ApiError extends Error {
  public override readonly name = 'ApiError';

  public constructor(
    public readonly status: number,
    /** Such as `VALIDATION`; null for answers without a body. */
    public readonly code: string | null,
    message: string,
    /** What the message says; null when nothing is known but the message. */
    public readonly reason: RefusalReason | null,
    public readonly fieldErrors: readonly FieldError[],
    /** The id that support needs. */
    public readonly requestId: string | null,
    /** The whole body: some refusals carry more, such as a challenge. */
    public readonly body: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

/** Whether the API knows the session no more. */
export function isSessionEnd(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code === null;
}

/** The service was not reached: no network, or the API restarts. */
export class ConnectionError extends Error {
  public override readonly name = 'ConnectionError';
}

/** The refusal that an answer means. */
export function toApiError(response: Response, error: unknown): ApiError {
  const body = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const { errorCode, errorMessage, reason, validationErrors } = body;
  return new ApiError(
    response.status,
    typeof errorCode === 'string' ? errorCode : null,
    typeof errorMessage === 'string' ? errorMessage : '',
    typeof reason === 'object' ? (reason as RefusalReason | null) : null,
    Array.isArray(validationErrors) ? (validationErrors as FieldError[]) : [],
    response.headers.get('X-Request-Id'),
    body,
  );
}
