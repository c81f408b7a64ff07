import { Controller, Get, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../../http/errors';
import type { OnboardingView } from './onboarding.dto';
import { getOnboarding } from './onboarding.queries';
import { completeOnboarding } from './onboarding.service';

@Route('api/tenant-settings/onboarding')
@Tags('Tenant settings')
@Security('jwt', ['tenant-settings:read'])
export class OnboardingController extends Controller {
  /**
   * The steps of the organization's onboarding. While it is pending, every group but auth, my-profile, tenant-settings and
   * notifications answers 409 ONBOARDING_REQUIRED.
   *
   * - `administrator` (required): a TenantAdmin has chosen a password of their own.
   * - `organization` (required): `locale` and `timezone` were sent together with PUT /api/tenant-settings; sending the
   *   values that they have confirms them.
   * - `policies`: a password length, threshold or bound of the nine-box was sent with PUT /api/tenant-settings.
   * - `branding`: a color or a logo is set.
   * @summary Get the onboarding status
   */
  @Get()
  public async getOnboarding(): Promise<OnboardingView> {
    return getOnboarding();
  }

  /**
   * Completes the onboarding (TenantAdmin), which opens all of the API to the organization within a second. Completing it
   * again has no effect.
   * @summary Complete the onboarding
   */
  @Post('complete')
  @Security('jwt', ['tenant-settings:write'])
  @Response<ErrorBody>(409, 'CONFLICT: required steps are not done; the answer lists them in `missing`')
  public async completeOnboarding(): Promise<OnboardingView> {
    await completeOnboarding();
    return getOnboarding();
  }
}
