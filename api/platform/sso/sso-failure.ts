/** Why a sign-in at the provider did not succeed: the `error` of the sign-in page. */
export type SsoError = 'sso-denied' | 'sso-failed' | 'sso-no-account' | 'sso-email-unverified' | 'sso-expired';

/** A sign-in at the provider that did not succeed; `next` is the page that it was for. */
export class SsoFailure extends Error {
  constructor(
    readonly reason: SsoError,
    readonly next = '/',
  ) {
    super(reason);
    this.name = 'SsoFailure';
  }
}

/** As far as the causes of a failure are followed. */
const MAX_CAUSES = 6;

/** What may be logged of a failure: the codes of the error and of its causes, never what a provider sent. */
export function failureCodes(error: unknown): string[] {
  const codes: string[] = [];
  let at: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && typeof at === 'object' && at !== null; depth++) {
    if ('code' in at && typeof at.code === 'string') codes.push(at.code);
    at = 'cause' in at ? at.cause : null;
  }
  return codes;
}
