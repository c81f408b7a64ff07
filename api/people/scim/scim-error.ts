/** Kinds of refusals that SCIM names (RFC 7644, section 3.12). */
export type ScimErrorType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** A request that SCIM answers with its own error body. The text goes to the identity provider and names no person. */
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

/** 400: an attribute has a value that it cannot have. */
export const invalidValue = (message: string): ScimError => new ScimError(400, message, 'invalidValue');

/** 400: the request is not what SCIM defines. */
export const invalidSyntax = (message: string): ScimError => new ScimError(400, message, 'invalidSyntax');
