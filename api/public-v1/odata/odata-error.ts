/** Statuses that OData asks for where the service's own table of errors has none. */
const CODES = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  501: 'NOT_IMPLEMENTED',
};

/** A request that OData answers with its own error body. */
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

/** 400: the request is not what OData or the metadata allow. */
export const badRequest = (message: string): ODataError => new ODataError(400, message);

/** 501: OData knows it, this service does not offer it. */
export const notImplemented = (what: string): ODataError => new ODataError(501, `${what} is not supported.`);
