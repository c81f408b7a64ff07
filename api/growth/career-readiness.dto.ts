import { round2OrNull } from '../../shared/evaluation/score.rules';
import type { PathPlace } from '../../shared/framework/career-path.rules';
import { type MissingRequirement, readinessPercent, type StepReadiness } from '../../shared/insight/readiness.rules';
import type { PreparedStep } from '../../shared/insight/readiness.store';
import type { Id } from '../http/types';
import type { CareerStepView } from './career-paths.dto';

/** How far an employee is on a career path. */
export interface PlaceView {
  employeeId: Id;
  /** @example "Ana García" */
  employee: string;
  /** The current job profile of the employee. */
  jobProfileId: Id | null;
  jobProfile: string | null;
  /** The closed cycle whose answers give the levels: the newest with submitted answers; null without one. */
  cycleId: Id | null;
  /** @example "Annual 2026" */
  cycle: string | null;
  /**
   * The step of the current job profile; 0 when it is not a step of the path.
   * @example 1
   */
  currentStep: number;
  /**
   * The step after it; null at the end of the path.
   * @example 2
   */
  nextStep: number | null;
}

/** Readiness of an employee for the next step; null fields at the end of the path. */
export interface NextStepReadinessView extends PlaceView {
  nextJobProfileId: Id | null;
  /** @example "Senior software engineer" */
  nextJobProfile: string | null;
  /**
   * Requirements of the next step.
   * @example 8
   */
  needed: number | null;
  /**
   * Requirements that are met.
   * @example 6
   */
  met: number | null;
  /**
   * Share of the requirements that are met, 0 to 100; null when nothing is required.
   * @example 75
   */
  percent: number | null;
}

/** A requirement that is not met. */
export interface MissingRequirementView {
  requirementId: Id;
  /**
   * Name of the competency or skill.
   * @example "Systems design"
   */
  requirement: string;
  isCritical: boolean;
  /** @example 4 */
  requiredLevel: number;
  /**
   * Null without data: no answer measures it.
   * @example 2.75
   */
  currentLevel: number | null;
  /**
   * 1 to 4, null without data.
   * @example 2
   */
  gapLevel: number | null;
}

/** Readiness for one step. */
export interface StepReadinessView extends CareerStepView {
  /** @example 8 */
  needed: number;
  /** @example 6 */
  met: number;
  /**
   * Share of the requirements that are met, 0 to 100; null when the job profile requires nothing.
   * @example 75
   */
  percent: number | null;
  missing: MissingRequirementView[];
}

/** Readiness of an employee for every step of a career path. */
export interface ReadinessView extends PlaceView {
  careerPathId: Id;
  /** @example "Engineering: individual contributor" */
  careerPath: string;
  /** False when the employee is not on this path. */
  assigned: boolean;
  steps: StepReadinessView[];
}

/** The fields that both views share. */
export interface ReadinessSubject extends PathPlace {
  employee: { _id: string; fullName: string; jobProfileId: string | null };
  jobProfile: string | null;
  cycle: { _id: string; name: string } | null;
}

export function toNextStepReadiness(
  subject: ReadinessSubject,
  next: { step: PreparedStep; readiness: StepReadiness } | null,
): NextStepReadinessView {
  return {
    ...toPlace(subject),
    nextJobProfileId: next?.step.jobProfileId ?? null,
    nextJobProfile: next?.step.jobProfile ?? null,
    needed: next?.readiness.needed ?? null,
    met: next?.readiness.met ?? null,
    percent: readinessPercent(next?.readiness.share ?? null),
  };
}

export function toReadinessView(
  path: { _id: string; name: string },
  assigned: boolean,
  subject: ReadinessSubject,
  steps: readonly { step: PreparedStep; readiness: StepReadiness }[],
): ReadinessView {
  const place = toPlace(subject);
  return { careerPathId: path._id, careerPath: path.name, assigned, ...place, steps: steps.map(toStepReadiness) };
}

function toPlace({ employee, jobProfile, cycle, currentStep, nextStep }: ReadinessSubject): PlaceView {
  return {
    employeeId: employee._id,
    employee: employee.fullName,
    jobProfileId: employee.jobProfileId,
    jobProfile,
    cycleId: cycle?._id ?? null,
    cycle: cycle?.name ?? null,
    currentStep,
    nextStep,
  };
}

function toStepReadiness({ step, readiness }: { step: PreparedStep; readiness: StepReadiness }): StepReadinessView {
  const { order, jobProfileId, jobProfile, minMonths } = step;
  const { needed, met, share, missing } = readiness;
  const percent = readinessPercent(share);
  return { order, jobProfileId, jobProfile, minMonths, needed, met, percent, missing: missing.map(toMissing) };
}

function toMissing(requirement: MissingRequirement): MissingRequirementView {
  const { requirementId, requirement: name, isCritical, requiredLevel, currentLevel, gapLevel } = requirement;
  const level = round2OrNull(currentLevel);
  return { requirementId, requirement: name, isCritical, requiredLevel, currentLevel: level, gapLevel };
}
