import { MAX_LEVEL, MIN_LEVEL } from '../../../shared/framework/level.rules';
import type { RatingScale } from '../../../shared/framework/template.rules';
import { type FieldRefusal, refusal } from '../../../shared/kernel/refusals/refusal';

/** The claim of a session on all departments. */
const WHOLE_CYCLE = '*';

/**
 * Returns what an open session claims in its cycle: its departments, or all. No two open sessions may have a common
 * claim, so that no one calibrates a subject twice at the same time.
 */
export function claimsOf(departmentIds: readonly string[]): string[] {
  return departmentIds.length === 0 ? [WHOLE_CYCLE] : [...departmentIds];
}

/** Whether two sessions of one cycle cover a common department; an empty list covers all of them. */
export function sessionsOverlap(first: readonly string[], other: readonly string[]): boolean {
  return first.length === 0 || other.length === 0 || first.some((departmentId) => other.includes(departmentId));
}

/**
 * Whether a session covers the subjects of a department (at generation); those without a department only when it covers
 * the whole cycle.
 */
export function coversDepartment(departmentIds: readonly string[], departmentId: string | null): boolean {
  return departmentIds.length === 0 || (departmentId !== null && departmentIds.includes(departmentId));
}

/**
 * Returns the problems of a calibrated score and potential: outside the template's scale or 1..5, or with more than two
 * decimals.
 */
export function validateCalibration(
  { calibrated, potential }: { calibrated: number; potential?: number | null | undefined },
  scale: Pick<RatingScale, 'min' | 'max'>,
): FieldRefusal[] {
  return [...validateNumber('calibrated', calibrated, scale.min, scale.max), ...validatePotential(potential ?? null)];
}

/** Returns the problems of a potential that HR sets, 1 to 5 on every scale; null is valid. */
export function validatePotential(potential: number | null): FieldRefusal[] {
  return potential === null ? [] : validateNumber('potential', potential, MIN_LEVEL, MAX_LEVEL);
}

/** Scores are shown with two decimals: a more precise one could be in another box than the shown one (3.999 is not 4.00). */
function validateNumber(field: string, value: number, min: number, max: number): FieldRefusal[] {
  if (!(value >= min && value <= max)) return [{ field, ...refusal('NOT_IN_RANGE', { min, max }) }];
  if (Math.abs(value * 100 - Math.round(value * 100)) > 1e-6) return [{ field, ...refusal('MORE_THAN_TWO_DECIMALS') }];
  return [];
}
