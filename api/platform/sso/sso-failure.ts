/** Why a sign-in at the provider failed: the `error` of the sign-in page. */
export type SsoError = 'sso-denied' | 'sso-failed' | 'sso-no-account' | 'sso-email-unverified' | 'sso-expired';

/** A failed sign-in at the provider; `next` is the page that it was for. */
export class SsoFailure extends Error {
  constructor(
    readonly reason: SsoError,
    readonly next = '/',
  ) {
    super(reason);
    this.name = 'SsoFailure';
  }
}

/** Most causes of a failure that are followed. */
const MAX_CAUSES = 6;

/** Returns what may be logged of a failure: the codes of the error and its causes, never what a provider sent. */
export function failureCodes(error: unknown): string[] {
  const codes: string[] = [];
  let at: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && typeof at === 'object' && at !== null; depth++) {
    if ('code' in at && typeof at.code === 'string') codes.push(at.code);
    at = 'cause' in at ? at.cause : null;
  }
  return codes;
}
