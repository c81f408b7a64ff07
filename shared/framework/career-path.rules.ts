import { type FieldRefusal, refusal } from '../kernel/refusals/refusal';

/** One step of a career path: a job profile to grow into. */
export interface CareerStep {
  /** 1, 2, 3... */
  order: number;
  jobProfileId: string;
  /** Expected months at this step; null without an expectation. */
  minMonths: number | null;
}

/**
 * Returns the problems of a path's steps, with paths such as `steps[2].order`: the orders must run from 1 to the number of
 * steps, and no job profile may occur twice. `lineOf` returns the line of a profile: versions of a profile are the same step.
 */
export function validateSteps(
  steps: readonly Pick<CareerStep, 'order' | 'jobProfileId'>[],
  lineOf: (jobProfileId: string) => string = (jobProfileId) => jobProfileId,
): FieldRefusal[] {
  const orders = new Set<number>();
  const lines = new Map<string, number>();
  return steps.flatMap(({ order, jobProfileId }, index) => {
    const problems: FieldRefusal[] = [];
    if (orders.has(order)) problems.push({ field: `steps[${index}].order`, ...refusal('DUPLICATE_ORDER', { order }) });
    else if (!Number.isInteger(order) || order < 1 || order > steps.length)
      problems.push({
        field: `steps[${index}].order`,
        ...refusal('ORDER_HAS_GAPS', { max: steps.length }),
      });
    orders.add(order);
    const line = lineOf(jobProfileId);
    const earlier = lines.get(line);
    if (earlier !== undefined)
      problems.push({
        field: `steps[${index}].jobProfileId`,
        ...refusal('SAME_PROFILE_AS_STEP', { step: earlier }),
      });
    else lines.set(line, order);
    return problems;
  });
}

/** A place on a path: the order of the present step (0: none) and of the next (null: none). */
export interface PathPlace {
  currentStep: number;
  nextStep: number | null;
}

/**
 * Returns the place of an employee whose job profile belongs to the line `lineId`; `steps` are sorted by `order`. For a
 * profile that is not on the path the first step is the next one.
 */
export function placeOnPath(
  steps: readonly { order: number; lineId: string | null }[],
  lineId: string | null,
): PathPlace {
  const at = lineId === null ? -1 : steps.findIndex((step) => step.lineId === lineId);
  return { currentStep: steps[at]?.order ?? 0, nextStep: steps[at + 1]?.order ?? null };
}
