import type { Password } from '../sign-in/auth.dto';

/**
 * Six digits of an authenticator.
 * @pattern ^[0-9]{6}$ must be six digits
 * @example "492039"
 */
export type TwoFactorCode = string;

/** A secret that its first code confirms. It is shown only once. */
export interface TwoFactorSetup {
  /**
   * To type in, in Base32.
   * @example "IFBEGRCFIZDUQSKKJNGE2TSPKBIVEU2UKVLFOWCZ"
   */
  secret: string;
  /**
   * The content of the QR code.
   * @example "otpauth://totp/Evaluation%20service%3Aana.garcia%40example.com?secret=IFBEGRCFIZDUQSKKJNGE2TSPKBIVEU2UKVLFOWCZ&issuer=Evaluation%20service"
   */
  otpauthUri: string;
  /**
   * A QR code to scan with an authenticator: an SVG image as text.
   * @example "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 53 53\"></svg>"
   */
  qrCode: string;
}

/** POST /api/my-profile/two-factor/enable. */
export interface EnableTwoFactor {
  code: TwoFactorCode;
}

/** POST /api/my-profile/two-factor/setup. */
export interface SetUpTwoFactor {
  /** Required for an account with a password. Others must have signed in within the last 10 minutes. */
  password?: Password;
}

/** POST /api/my-profile/two-factor/disable. */
export interface DisableTwoFactor {
  /** Required for an account with a password. Others must have signed in within the last 10 minutes. */
  password?: Password;
  code: TwoFactorCode;
}

/** Whether signing in requires a code besides the password. */
export interface TwoFactorState {
  /** @example true */
  twoFactorEnabled: boolean;
}
