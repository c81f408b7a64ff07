import { Body, Controller, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import type { DisableTwoFactor, EnableTwoFactor, TwoFactorSetup, TwoFactorState } from './two-factor.dto';
import { disableTwoFactor, enableTwoFactor, setUpTwoFactor } from './two-factor.service';

@Route('api/my-profile/two-factor')
@Tags('My profile')
@Security('jwt', ['profile:use'])
@Response(401, 'The token is missing or not valid (no body)')
@Response<ErrorBody>(403, 'PASSWORD_CHANGE_REQUIRED')
export class MyTwoFactorController extends Controller {
  /**
   * Prepares the own second factor (TOTP: six digits, 30 seconds, SHA-1): a secret, as text, as `otpauth` address and as QR
   * code. It is in force once its first code was sent to `/enable`; asking again makes a new secret. There are no recovery
   * codes: an administrator of the organization resets a lost second factor.
   * @summary Set up the second factor
   */
  @Post('setup')
  @Response<ErrorBody>(409, 'CONFLICT: the second factor is on')
  public async setUp(): Promise<TwoFactorSetup> {
    this.setHeader('Cache-Control', 'no-store');
    return setUpTwoFactor();
  }

  /**
   * Turns the second factor on with the first code of the authenticator. Every code works once, this one included: the next
   * sign-in takes the next one.
   * @summary Turn the second factor on
   */
  @Post('enable')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: it is on already, or not set up')
  public async enable(@Body() body: EnableTwoFactor): Promise<TwoFactorState> {
    await enableTwoFactor(body.code);
    return { twoFactorEnabled: true };
  }

  /**
   * Turns the second factor off with the password and a code. Wrong ones count towards the lock as they do at sign-in.
   * @summary Turn the second factor off
   */
  @Post('disable')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: it is off already')
  public async disable(@Body() body: DisableTwoFactor): Promise<TwoFactorState> {
    await disableTwoFactor(body);
    return { twoFactorEnabled: false };
  }
}
