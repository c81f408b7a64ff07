import type { OnboardingState, OnboardingStep } from '../../../shared/platform/onboarding.rules';

/** One step of the onboarding. */
export interface OnboardingStepView {
  /** @example "organization" */
  step: OnboardingStep;
  /** Whether the onboarding cannot be completed without it. */
  required: boolean;
  /** Judged by what is stored. */
  done: boolean;
}

/** Onboarding status of an organization. */
export interface OnboardingView {
  /** Whether all of the API is open to the organization. */
  completed: boolean;
  steps: OnboardingStepView[];
}

/** The onboarding as the API shows it. */
export function toOnboardingView(completed: boolean, steps: readonly OnboardingState[]): OnboardingView {
  return { completed, steps: steps.map(({ step, required, done }) => ({ step, required, done })) };
}
