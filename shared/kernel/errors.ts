import { type FieldRefusal, type Refusal, refusal, type RefusalReason } from './refusals/refusal';

/** The one table of error codes (docs/specification.md, "Errors"). `body: false` marks responses without a body. */
export const ERROR_STATUS = {
  VALIDATION: 400,
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  TENANT_MISMATCH: 401,
  TWO_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
  FOREIGN_ORIGIN: 403,
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

const SILENT = ['UNAUTHENTICATED', 'FORBIDDEN', 'INTERNAL'] as const;
export const CODES_WITHOUT_BODY: ReadonlySet<ErrorCode> = new Set(SILENT);

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

interface ErrorDetails {
  validationErrors?: readonly FieldError[];
  headers?: Record<string, string>;
  extra?: Record<string, unknown>;
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

  /** A text is for the log, so that only codes without a body take one. */
  constructor(code: (typeof SILENT)[number], why: Refusal | string, details?: ErrorDetails);
  constructor(code: ErrorCode, why: Refusal, details?: ErrorDetails);
  constructor(
    readonly code: ErrorCode,
    why: Refusal | string,
    details: ErrorDetails = {},
  ) {
    super(typeof why === 'string' ? why : why.message);
    this.name = 'AppError';
    this.status = ERROR_STATUS[code];
    this.reason = typeof why === 'string' ? null : { code: why.code, values: why.values };
    this.validationErrors = details.validationErrors ?? [];
    this.headers = details.headers ?? {};
    this.extra = details.extra ?? {};
  }
}

/** 404 NOT_FOUND, byte for byte the same for unknown, malformed and other tenants' ids. */
export function notFound(): AppError {
  return new AppError('NOT_FOUND', refusal('NOT_FOUND'));
}

/** 400 VALIDATION with one or more fields. */
export function invalid(...errors: [FieldRefusal, ...FieldRefusal[]]): AppError {
  return new AppError('VALIDATION', refusal('FIELDS_INVALID'), { validationErrors: errors });
}

/** Throws 400 VALIDATION when there are errors. */
export function assertValid(errors: readonly FieldRefusal[]): void {
  const [first, ...rest] = errors;
  if (first) throw invalid(first, ...rest);
}

/** 503 SERVICE_UNAVAILABLE after all attempts to write were lost to other writers. */
export function tooManyChanges(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', refusal('TOO_MANY_CONCURRENT_CHANGES'), {
    headers: { 'Retry-After': '1' },
  });
}

/** 409 CONFLICT. */
export function conflict(why: Refusal, extra?: Record<string, unknown>): AppError {
  return new AppError('CONFLICT', why, extra ? { extra } : {});
}
