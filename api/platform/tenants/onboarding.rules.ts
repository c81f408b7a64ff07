import type { Tenant } from '../../../shared/platform/tenant.model';

/** The steps before an organization starts, in display order. */
export enum OnboardingStep {
  Administrator = 'administrator',
  Organization = 'organization',
  Policies = 'policies',
  Branding = 'branding',
}

/** Steps without which the onboarding cannot be completed. */
const REQUIRED: ReadonlySet<OnboardingStep> = new Set([OnboardingStep.Administrator, OnboardingStep.Organization]);

export interface OnboardingState {
  step: OnboardingStep;
  required: boolean;
  done: boolean;
}

/**
 * Returns the steps of an organization with their completion, judged by what is stored; `hasOwnAdministrator`: an
 * active TenantAdmin has a password that is not temporary.
 */
export function onboardingSteps(
  { onboarding, settings }: Pick<Tenant, 'onboarding' | 'settings'>,
  hasOwnAdministrator: boolean,
): OnboardingState[] {
  const done: Record<OnboardingStep, boolean> = {
    [OnboardingStep.Administrator]: hasOwnAdministrator,
    [OnboardingStep.Organization]: onboarding.organizationAt !== null,
    [OnboardingStep.Policies]: onboarding.policiesAt !== null,
    [OnboardingStep.Branding]: settings.primaryColor !== null || settings.logoFileId !== null,
  };
  return Object.values(OnboardingStep).map((step) => ({ step, required: REQUIRED.has(step), done: done[step] }));
}

export function missingSteps(steps: readonly OnboardingState[]): OnboardingStep[] {
  return steps.filter(({ required, done }) => required && !done).map(({ step }) => step);
}
