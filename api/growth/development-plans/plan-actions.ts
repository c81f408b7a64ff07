import { missingReferences } from '../../../shared/db/references';
import { CompetencyModel } from '../../../shared/framework/competency.model';
import { PlanActionStatus, PlanActionType } from '../../../shared/growth/development-plan-status';
import type { PlanAction } from '../../../shared/growth/development-plan.model';
import { readCalendarDates } from '../../../shared/kernel/calendar-dates';
import { newId } from '../../../shared/kernel/ids';
import type { FieldRefusal } from '../../../shared/kernel/refusals/refusal';
import { validateEvidence } from './evidence.store';
import type { CreatePlanAction } from './plan-actions.dto';

/** Returns a new action as stored; throws VALIDATION on an invalid due date. `path` precedes its field. */
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

/** Returns the problems of an action's references: unknown competencies, and files that cannot be evidence for the employee. */
export async function validateActionReferences(
  { competencyId, evidenceFileIds }: Pick<PlanAction, 'competencyId' | 'evidenceFileIds'>,
  employeeId: string,
  path = '',
): Promise<FieldRefusal[]> {
  // Sequentially: a transaction runs one command at a time.
  const competencies = await missingReferences(CompetencyModel, [{ field: `${path}competencyId`, id: competencyId }]);
  return [...competencies, ...(await validateEvidence(`${path}evidenceFileIds`, evidenceFileIds, employeeId))];
}
