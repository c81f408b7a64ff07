import { PlanActionStatus, PlanActionType } from '../../shared/growth/development-plan-status';
import {
  type DevelopmentPlan,
  DevelopmentPlanModel,
  type PlanAction,
} from '../../shared/growth/development-plan.model';
import { newId } from '../../shared/kernel/ids';

export function planAction(fields: Partial<PlanAction> = {}): PlanAction {
  return {
    id: newId(),
    title: 'Lead the weekly planning',
    type: PlanActionType.Experience,
    competencyId: null,
    requirementId: null,
    requirement: null,
    dueDate: null,
    status: PlanActionStatus.NotStarted,
    evidenceFileIds: [],
    ...fields,
  };
}

/** A Draft plan of an employee with one action unless told otherwise; like all factories it runs inside `tenant.within`. */
export async function makeDevelopmentPlan(
  employeeId: string,
  fields: Partial<DevelopmentPlan> = {},
): Promise<DevelopmentPlan> {
  const title = fields.title ?? `Plan ${newId().slice(0, 8)}`;
  const row = { employeeId, title, actions: [planAction()] };
  return (await DevelopmentPlanModel.create({ ...row, ...fields })).toObject();
}
