import { Body, Controller, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../../http/errors';
import type {
  DisableTwoFactor,
  EnableTwoFactor,
  SetUpTwoFactor,
  TwoFactorSetup,
  TwoFactorState,
} from './two-factor.dto';
import { disableTwoFactor, enableTwoFactor, setUpTwoFactor } from './two-factor.service';

@Route('api/my-profile/two-factor')
@Tags('My profile')
@Security('jwt', ['profile:use'])
export class MyTwoFactorController extends Controller {
  /**
   * Generates a TOTP secret for your account (six digits, 30 seconds, SHA-1), as text, `otpauth` URL and QR code. Send
   * its first code to `/enable` to enable it; each call generates a new secret. There are no recovery codes: if you
   * lose your device, an administrator of your organization can disable two-factor authentication. Wrong passwords
   * count toward the sign-in lockout.
   * @summary Set up two-factor authentication
   */
  @Post('setup')
  @Security('jwt', ['two-factor:set-up'])
  @Response<ErrorBody>(409, 'CONFLICT: two-factor authentication is on, or you must sign in again first')
  public async setUp(@Body() body: SetUpTwoFactor): Promise<TwoFactorSetup> {
    return setUpTwoFactor(body);
  }

  /**
   * Enables two-factor authentication with the first code of the authenticator. Every code, including this one, works
   * once: the next sign-in needs the next code.
   * @summary Enable two-factor authentication
   */
  @Post('enable')
  @Security('jwt', ['two-factor:set-up'])
  @Response<ErrorBody>(409, 'CONFLICT: it is on already, or not set up')
  public async enable(@Body() body: EnableTwoFactor): Promise<TwoFactorState> {
    await enableTwoFactor(body.code);
    return { twoFactorEnabled: true };
  }

  /**
   * Disables two-factor authentication with the password and a code. Wrong ones count toward the sign-in lockout.
   * @summary Disable two-factor authentication
   */
  @Post('disable')
  @Response<ErrorBody>(409, 'CONFLICT: it is off already, or you must sign in again first')
  public async disable(@Body() body: DisableTwoFactor): Promise<TwoFactorState> {
    await disableTwoFactor(body);
    return { twoFactorEnabled: false };
  }
}
