import { listRows } from '../../../shared/db/list';
import { namesById } from '../../../shared/db/references';
import { searchFilter } from '../../../shared/db/search';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { CompetencyModel } from '../../../shared/framework/competency.model';
import { DevelopmentPlanStatus } from '../../../shared/growth/development-plan-status';
import {
  type DevelopmentPlan,
  DevelopmentPlanModel,
  type PlanAction,
} from '../../../shared/growth/development-plan.model';
import { StoredFileModel } from '../../../shared/infra/stored-file.model';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import { notFound } from '../../../shared/kernel/errors';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import type { ReportingViewer } from '../../../shared/policies/viewer';
import type { PageRequest } from '../../http/pagination';
import { mayDecide, maySeePlans, mayWritePlans, visiblePlans } from '../../policies/development-plan.policy';
import { reportingViewer } from '../reporting-viewer.queries';
import { type DevelopmentPlanView, type PlanLookups, toDevelopmentPlanView } from './development-plans.dto';
import { type ActionNames, type ActionOfPlan, type PlanActionView, toPlanActionView } from './plan-actions.dto';

export interface PlanFilter {
  employeeId: string | undefined;
  status: string | undefined;
  search: string | undefined;
}

/** Returns one page of the plans that the caller may see, newest first; throws VALIDATION. */
export async function listDevelopmentPlans(
  { employeeId, status, search }: PlanFilter,
  page: PageRequest,
): Promise<{ items: DevelopmentPlanView[]; totalCount: number }> {
  const statusFilter = enumerationFilter(DevelopmentPlanStatus, status, 'status');
  const viewer = await reportingViewer();
  const filter = {
    ...searchFilter(search),
    ...(employeeId === undefined ? {} : { employeeId }),
    ...(statusFilter === undefined ? {} : { status: statusFilter }),
    ...visiblePlans(viewer),
  };
  const { rows, totalCount } = await listRows(DevelopmentPlanModel, filter, { createdAt: -1 }, page);
  const names = await planLookups(rows, viewer);
  return { items: rows.map((row) => toDevelopmentPlanView(row, names)), totalCount };
}

/** Returns one plan; throws NOT_FOUND, also when the caller may not see it. */
export async function getDevelopmentPlan(id: string): Promise<DevelopmentPlanView> {
  const viewer = await reportingViewer();
  const row = await visiblePlan(id, viewer);
  return toDevelopmentPlanView(row, await planLookups([row], viewer));
}

/** Returns one page of the actions of a plan; throws NOT_FOUND, also when the caller may not see the plan. */
export async function listPlanActions(
  planId: string,
  { page, pageSize }: PageRequest,
): Promise<{ items: PlanActionView[]; totalCount: number }> {
  const { actions } = await visiblePlan(planId, await reportingViewer());
  const shown = actions.slice((page - 1) * pageSize, page * pageSize);
  const names = await actionNames(shown);
  return { items: shown.map((action) => toPlanActionView(action, names)), totalCount: actions.length };
}

/** Returns one action of a plan; throws NOT_FOUND, also when the caller may not see the plan. */
export async function getPlanAction(planId: string, actionId: string): Promise<ActionOfPlan> {
  const plan = await visiblePlan(planId, await reportingViewer());
  const action = plan.actions.find(({ id }) => id === actionId);
  if (!action) throw notFound();
  return { ...toPlanActionView(action, await actionNames([action])), planId, revision: plan.revision };
}

async function visiblePlan(id: string, viewer: ReportingViewer): Promise<DevelopmentPlan> {
  const row = await DevelopmentPlanModel.findById(id).lean<DevelopmentPlan>();
  if (!row || !maySeePlans(viewer, row.employeeId)) throw notFound();
  return row;
}

/** Reads names for a page of plans, with at most five queries, and what the viewer can do with them. */
async function planLookups(rows: readonly DevelopmentPlan[], viewer: ReportingViewer): Promise<PlanLookups> {
  const [employee, cycle, user, ofActions] = await Promise.all([
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
    actionNames(rows.flatMap(({ actions }) => actions)),
  ]);
  return {
    ...{ employee, cycle, user, ...ofActions },
    mayWrite: (employeeId) => mayWritePlans(viewer, employeeId),
    mayDecide: (employeeId) => mayDecide(viewer, employeeId),
  };
}

async function actionNames(
  actions: readonly Pick<PlanAction, 'competencyId' | 'evidenceFileIds'>[],
): Promise<ActionNames> {
  const [competency, file] = await Promise.all([
    namesById(
      CompetencyModel,
      actions.map(({ competencyId }) => competencyId),
      'name',
    ),
    namesById(
      StoredFileModel,
      actions.flatMap(({ evidenceFileIds }) => evidenceFileIds),
      'name',
    ),
  ]);
  return { competency, file };
}
