import { Controller, Get, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { MissingSteps, OnboardingView } from './onboarding.dto';
import { getOnboarding } from './onboarding.queries';
import { completeOnboarding } from './onboarding.service';

@Route('api/tenant-settings/onboarding')
@Tags('Tenant settings')
@Security('jwt', ['tenant-settings:read'])
export class OnboardingController extends Controller {
  /**
   * Returns the steps of the organization's onboarding. While it is pending, every group but auth, my-profile,
   * tenant-settings and notifications responds 409 ONBOARDING_REQUIRED.
   *
   * - `administrator` (required): a TenantAdmin has chosen a password.
   * - `organization` (required): `locale` and `timezone` were sent together with PUT /api/tenant-settings; sending
   * their current values confirms them.
   * - `policies`: a password length, threshold or bound of the nine-box was sent with PUT /api/tenant-settings.
   * - `branding`: a color or a logo is set.
   * @summary Get the onboarding status
   */
  @Get()
  public async getOnboarding(): Promise<OnboardingView> {
    return getOnboarding();
  }

  /**
   * Completes the onboarding (TenantAdmin), which enables all of the API for the organization within a second.
   * Repeating the call has no effect.
   * @summary Complete the onboarding
   */
  @Post('complete')
  @Security('jwt', ['tenant-settings:write'])
  @Response<MissingSteps>(409, 'CONFLICT: required steps are not done; the answer lists them in `missing`')
  public async completeOnboarding(): Promise<OnboardingView> {
    await completeOnboarding();
    return getOnboarding();
  }
}
