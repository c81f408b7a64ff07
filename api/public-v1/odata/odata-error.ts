/** Statuses of OData that the service's own table of errors lacks. */
const CODES = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  501: 'NOT_IMPLEMENTED',
};

/** An error that has OData's own body. */
export class ODataError extends Error {
  readonly code: string;

  constructor(
    readonly status: keyof typeof CODES,
    message: string,
  ) {
    super(message);
    this.name = 'ODataError';
    this.code = CODES[status];
  }
}

/** 400: the request violates OData or the metadata. */
export const badRequest = (message: string): ODataError => new ODataError(400, message);

/** 501: OData has it, this service does not support it. */
export const notImplemented = (what: string): ODataError => new ODataError(501, `${what} is not supported.`);
