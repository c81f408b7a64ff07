/** Error types of SCIM (RFC 7644, section 3.12). */
export type ScimErrorType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** An error that has SCIM's own body. The text goes to the identity provider and names no person. */
export class ScimError extends Error {
  constructor(
    readonly status: 400 | 404 | 405 | 409 | 501,
    message: string,
    readonly scimType: ScimErrorType | null = null,
  ) {
    super(message);
    this.name = 'ScimError';
  }
}

/** 400: an attribute has an invalid value. */
export const invalidValue = (message: string): ScimError => new ScimError(400, message, 'invalidValue');

/** 400: the request violates SCIM. */
export const invalidSyntax = (message: string): ScimError => new ScimError(400, message, 'invalidSyntax');
