import { missingReferences } from '../../../shared/db/references';
import { CompetencyModel } from '../../../shared/framework/competency.model';
import { PlanActionStatus, PlanActionType } from '../../../shared/growth/development-plan-status';
import type { PlanAction } from '../../../shared/growth/development-plan.model';
import { readCalendarDates } from '../../../shared/kernel/calendar-dates';
import type { FieldError } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { validateEvidence } from '../../../shared/platform/evidence.store';
import type { CreatePlanAction } from './plan-actions.dto';

/** A new action as it is stored; throws VALIDATION on a due date that is none. `path` stands before its field. */
export function newPlanAction({ title, dueDate, ...fields }: CreatePlanAction, path = ''): PlanAction {
  return {
    id: newId(),
    title,
    type: PlanActionType.Experience,
    competencyId: null,
    requirementId: null,
    requirement: null,
    status: PlanActionStatus.NotStarted,
    evidenceFileIds: [],
    ...fields,
    ...{ dueDate: null, ...readCalendarDates({ dueDate }, path) },
  };
}

/** What an action names and the employee's plan may not: unknown competencies, files that are not theirs to show. */
export async function validateActionReferences(
  { competencyId, evidenceFileIds }: Pick<PlanAction, 'competencyId' | 'evidenceFileIds'>,
  employeeId: string,
  path = '',
): Promise<FieldError[]> {
  // One after the other: a transaction carries one command at a time.
  const competencies = await missingReferences(CompetencyModel, [{ field: `${path}competencyId`, id: competencyId }]);
  return [...competencies, ...(await validateEvidence(`${path}evidenceFileIds`, evidenceFileIds, employeeId))];
}
