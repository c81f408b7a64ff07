import speakeasy from 'speakeasy';

const ISSUER = 'Evaluation service';
/** 25 characters are at least 160 bits, and 40 letters to type without a camera. */
const SECRET_LENGTH = 25;
const STEP_SECONDS = 30;
/** A clock may differ by one step in each direction. */
const DRIFT_STEPS = 1;
const SIX_DIGITS = /^[0-9]{6}$/;

/** A new secret of two-factor authentication, in Base32. */
export function newTotpSecret(): string {
  return speakeasy.generateSecret({ length: SECRET_LENGTH, otpauth_url: false }).base32;
}

/** Returns the `otpauth://` address for authenticators, often shown as a QR code. */
export function otpauthUri(secret: string, account: string): string {
  const label = encodeURIComponent(`${ISSUER}:${account}`);
  return speakeasy.otpauthURL({ secret, encoding: 'base32', label, issuer: ISSUER });
}

/** Returns the time step of a code, in units of 30 s since 1970; null when it is not the current or an adjacent one. */
export function stepOfCode(secret: string, code: string, at: Date): number | null {
  if (!SIX_DIGITS.test(code)) return null; // the library reads ' 81804' as '081804'
  const seconds = Math.floor(at.getTime() / 1_000);
  // Its types omit that the result may be missing.
  const found: { delta: number } | undefined = speakeasy.totp.verifyDelta({
    secret,
    encoding: 'base32',
    token: code,
    step: STEP_SECONDS,
    window: DRIFT_STEPS,
    time: seconds,
  });
  return found ? Math.floor(seconds / STEP_SECONDS) + found.delta : null;
}
