import type { ErrorBody } from '../../http/errors';
import type { OnboardingState, OnboardingStep } from './onboarding.rules';

/** The refusal to complete the onboarding. */
export interface MissingSteps extends ErrorBody {
  /** The required steps that are not done. */
  missing?: OnboardingStep[];
}

/** One step of the onboarding. */
export interface OnboardingStepView {
  /** @example "organization" */
  step: OnboardingStep;
  /** Whether it is required to complete the onboarding. */
  required: boolean;
  /** Whether it is done. */
  done: boolean;
}

/** Onboarding status of an organization. */
export interface OnboardingView {
  /** Whether all of the API is enabled for the organization. */
  completed: boolean;
  steps: OnboardingStepView[];
}

export function toOnboardingView(completed: boolean, steps: readonly OnboardingState[]): OnboardingView {
  return { completed, steps: steps.map(({ step, required, done }) => ({ step, required, done })) };
}
