import { type RefusalReason, reasonOf, type Sentence } from './refusals/sentence';

/** The one table of error codes (docs/specification.md, "Errors"). `body: false` marks responses without a body. */
export const ERROR_STATUS = {
  VALIDATION: 400,
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  TENANT_MISMATCH: 401,
  TWO_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
  KEY_SCOPE_MISSING: 403,
  TENANT_SUSPENDED: 403,
  TENANT_CANCELLED: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  TWO_FACTOR_SETUP_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  ONBOARDING_REQUIRED: 409,
  PLAN_LIMIT_EMPLOYEES: 409,
  PLAN_LIMIT_CYCLES: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Codes of responses without a body. */
export const CODES_WITHOUT_BODY: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'INTERNAL']);

/** An invalid field of a request; `field` is a path such as `settings.weights.Self`. */
export interface FieldError {
  field: string;
  message: string;
  /**
   * What the message says, for programs and for other languages.
   * @example "TEXT_TOO_LONG"
   */
  code?: string;
  /**
   * What the message says it with.
   * @example { "max": 200 }
   */
  values?: Record<string, string | number>;
}

/** A failure that the response describes; any other error is a 500 without a body. */
export class AppError extends Error {
  /** The HTTP status; a plain property, since tsoa assigns it. */
  readonly status: number;
  /** Code and values of the message; null for a message that only reaches the log. */
  readonly reason: RefusalReason | null;
  readonly validationErrors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  /** Additional members of the response, such as the current `revision` of a stale write. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    readonly code: ErrorCode,
    message: string | Sentence,
    details: {
      validationErrors?: readonly FieldError[];
      headers?: Record<string, string>;
      extra?: Record<string, unknown>;
    } = {},
  ) {
    super(typeof message === 'string' ? message : message.message);
    this.name = 'AppError';
    this.status = ERROR_STATUS[code];
    this.reason = typeof message === 'string' ? reasonOf(message) : { code: message.code, values: message.values };
    this.validationErrors = (details.validationErrors ?? []).map(withCode);
    this.headers = details.headers ?? {};
    this.extra = details.extra ?? {};
  }
}

/** Adds the code of the message to an error; rules set it only for sentences with values. */
function withCode(error: FieldError): FieldError {
  return error.code === undefined ? { ...error, ...reasonOf(error.message) } : error;
}

/** 404 NOT_FOUND, byte for byte the same for unknown, malformed and other tenants' ids. */
export function notFound(): AppError {
  return new AppError('NOT_FOUND', 'The resource does not exist.');
}

/** 400 VALIDATION with one or more fields. */
export function invalid(...errors: [FieldError, ...FieldError[]]): AppError {
  return new AppError('VALIDATION', 'Some fields are invalid. See validationErrors.', { validationErrors: errors });
}

/** Returns the error of a field with a sentence. */
export function fieldError(field: string, sentence: string | Sentence): FieldError {
  return { field, ...(typeof sentence === 'string' ? { message: sentence } : sentence) };
}

/** Throws 400 VALIDATION when there are errors. */
export function assertValid(errors: readonly FieldError[]): void {
  const [first, ...rest] = errors;
  if (first) throw invalid(first, ...rest);
}

/** 503 SERVICE_UNAVAILABLE after all attempts to write were lost to other writers. */
export function tooManyChanges(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'Too many concurrent changes. Try again.', {
    headers: { 'Retry-After': '1' },
  });
}

/** 409 CONFLICT with a sentence. */
export function conflict(message: string | Sentence, extra?: Record<string, unknown>): AppError {
  return new AppError('CONFLICT', message, extra ? { extra } : {});
}
