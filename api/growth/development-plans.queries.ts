import { listRows } from '../../shared/db/list';
import { namesById } from '../../shared/db/references';
import { searchFilter } from '../../shared/db/search';
import { CycleModel } from '../../shared/evaluation/cycle.model';
import { CompetencyModel } from '../../shared/framework/competency.model';
import { DevelopmentPlanStatus } from '../../shared/growth/development-plan-status';
import { maySeePlans, visiblePlans } from '../../shared/growth/development-plan-visibility.rules';
import { type DevelopmentPlan, DevelopmentPlanModel } from '../../shared/growth/development-plan.model';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { notFound } from '../../shared/kernel/errors';
import { EmployeeModel } from '../../shared/people/employee.model';
import { UserModel } from '../../shared/platform/user.model';
import type { PageRequest } from '../http/pagination';
import { type DevelopmentPlanView, type PlanNames, toDevelopmentPlanView } from './development-plans.dto';
import { type ActionOfPlan, toPlanActionView } from './plan-actions.dto';
import { reportingViewer } from './reporting-viewer.queries';

export interface PlanFilter {
  employeeId: string | undefined;
  status: string | undefined;
  search: string | undefined;
}

/** One page of the plans that the caller may see, the newest first; throws VALIDATION. */
export async function listPlans(
  { employeeId, status, search }: PlanFilter,
  page: PageRequest,
): Promise<{ items: DevelopmentPlanView[]; totalCount: number }> {
  const wanted = enumerationFilter(DevelopmentPlanStatus, status, 'status');
  const filter = {
    ...searchFilter(search),
    ...(employeeId === undefined ? {} : { employeeId }),
    ...(wanted === undefined ? {} : { status: wanted }),
    ...visiblePlans(await reportingViewer()),
  };
  const { rows, totalCount } = await listRows(DevelopmentPlanModel, filter, { createdAt: -1 }, page);
  const names = await planNames(rows);
  return { items: rows.map((row) => toDevelopmentPlanView(row, names)), totalCount };
}

/** One plan; throws NOT_FOUND, also when it is not shown to the caller. */
export async function getPlan(id: string): Promise<DevelopmentPlanView> {
  const row = await visiblePlan(id);
  return toDevelopmentPlanView(row, await planNames([row]));
}

/** One action of a plan; throws NOT_FOUND, also when the plan is not shown to the caller. */
export async function getPlanAction(planId: string, actionId: string): Promise<ActionOfPlan> {
  const plan = await visiblePlan(planId);
  const action = plan.actions.find(({ id }) => id === actionId);
  if (!action) throw notFound();
  const competency = await namesById(CompetencyModel, [action.competencyId], 'name');
  return { ...toPlanActionView(action, competency), planId, revision: plan.revision };
}

async function visiblePlan(id: string): Promise<DevelopmentPlan> {
  const row = await DevelopmentPlanModel.findById(id).lean<DevelopmentPlan>();
  if (!row || !maySeePlans(await reportingViewer(), row.employeeId)) throw notFound();
  return row;
}

/** Names for a page of plans; four queries at most. */
async function planNames(rows: readonly DevelopmentPlan[]): Promise<PlanNames> {
  const [employee, cycle, user, competency] = await Promise.all([
    namesById(
      EmployeeModel,
      rows.flatMap(({ employeeId, approverId }) => [employeeId, approverId]),
      'fullName',
    ),
    namesById(
      CycleModel,
      rows.map(({ cycleId }) => cycleId),
      'name',
    ),
    namesById(
      UserModel,
      rows.map(({ decidedByUserId }) => decidedByUserId),
      'fullName',
    ),
    namesById(
      CompetencyModel,
      rows.flatMap(({ actions }) => actions.map(({ competencyId }) => competencyId)),
      'name',
    ),
  ]);
  return { employee, cycle, user, competency };
}
