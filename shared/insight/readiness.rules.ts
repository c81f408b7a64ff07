import type { RequirementSnapshot } from '../evaluation/evaluation.model';
import { round2 } from '../evaluation/score.rules';
import { gapLevel } from './gaps/gap.rules';

/** A requirement of a step that is not met; levels are null without a rating. */
export interface MissingRequirement extends RequirementSnapshot {
  /** Unrounded. */
  currentLevel: number | null;
  /** 1..4. */
  gapLevel: number | null;
}

/** The readiness of an employee for one step of a career path. */
export interface StepReadiness {
  /** Requirements of the step's job profile. */
  needed: number;
  met: number;
  /** met / needed, 0..1; null when the profile requires nothing. */
  share: number | null;
  missing: MissingRequirement[];
}

/**
 * Returns the readiness for a step: the share of its requirements that the current levels meet. A requirement without
 * data is not met, and is reported as one without data.
 */
export function stepReadiness(
  requirements: readonly RequirementSnapshot[],
  levelOf: (requirementId: string) => number | null,
): StepReadiness {
  const missing = requirements.flatMap((requirement): MissingRequirement[] => {
    const currentLevel = levelOf(requirement.requirementId);
    if (currentLevel === null) return [{ ...requirement, currentLevel, gapLevel: null }];
    const level = gapLevel(requirement.requiredLevel, currentLevel);
    return level === 0 ? [] : [{ ...requirement, currentLevel, gapLevel: level }];
  });
  const needed = requirements.length;
  const met = needed - missing.length;
  return { needed, met, share: needed === 0 ? null : met / needed, missing };
}

/** Returns a share of readiness in percent with two decimals; null for null. */
export function readinessPercent(share: number | null | undefined): number | null {
  return share === null || share === undefined ? null : round2(100 * share);
}
