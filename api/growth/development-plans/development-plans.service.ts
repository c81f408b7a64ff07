import { missingReferences } from '../../../shared/db/references';
import { inTransaction } from '../../../shared/db/transaction';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import {
  type DevelopmentPlan,
  DevelopmentPlanModel,
  type PlanAction,
} from '../../../shared/growth/development-plan.model';
import { isBeingWritten, isDeletable } from '../../../shared/growth/development-plan.rules';
import { assertValid, conflict, type FieldError } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { sentence } from '../../../shared/kernel/refusals/sentence';
import { EmployeeModel } from '../../../shared/people/employee.model';
import type { ReportingViewer } from '../../../shared/policies/viewer';
import { assertRevision, type ExpectedRevision } from '../../db/expected-revision';
import { mayWritePlans } from '../../policies/development-plan.policy';
import { changeRow } from '../change-row';
import { validateUniqueIds } from '../part-ids';
import { reportingViewer } from '../reporting-viewer.queries';
import type { CreateDevelopmentPlan, UpdateDevelopmentPlan } from './development-plans.dto';
import { attachEvidence } from './evidence.store';
import { assertMayWritePlan } from './plan-access';
import { validateActionReferences, newPlanAction } from './plan-actions';
import { releaseEvidence } from './plan-evidence.service';

/** Creates a Draft plan and returns its id; throws VALIDATION, CONFLICT. */
export async function createDevelopmentPlan(input: CreateDevelopmentPlan): Promise<string> {
  const viewer = await reportingViewer();
  const { title, cycleId = null } = input;
  const employeeId = input.employeeId ?? viewer.employeeId;
  const actions = (input.actions ?? []).map((action, at) => newPlanAction(action, `actions[${at}].`));
  const problems = await validateEmployee(viewer, employeeId);
  assertValid([
    ...problems,
    ...validateUniqueIds(actions, 'actions'),
    ...(await missingReferences(CycleModel, [{ field: 'cycleId', id: cycleId }])),
  ]);
  return storePlan({ _id: input.id ?? newId(), employeeId: employeeId ?? '', title, cycleId, actions });
}

/** Returns the problems of `employeeId`: no employee, an unknown one, or one whose plans the viewer may not edit. */
export async function validateEmployee(viewer: ReportingViewer, employeeId: string | null): Promise<FieldError[]> {
  const field = 'employeeId';
  if (employeeId === null) return [{ field, message: 'is required when your account has no employee' }];
  const missing = await missingReferences(EmployeeModel, [{ field, id: employeeId }]);
  if (missing.length > 0 || mayWritePlans(viewer, employeeId)) return missing;
  return [{ field, message: 'must be you or a direct report, unless you are HR' }];
}

/** Stores a new Draft plan with its actions and evidence; returns its id. Throws VALIDATION, CONFLICT. */
export async function storePlan(
  plan: Pick<DevelopmentPlan, '_id' | 'employeeId' | 'title' | 'cycleId'> & { actions: PlanAction[] },
): Promise<string> {
  await inTransaction(async () => {
    for (const [at, action] of plan.actions.entries()) {
      assertValid(await validateActionReferences(action, plan.employeeId, `actions[${at}].`));
      await attachEvidence(action.evidenceFileIds, plan.employeeId);
    }
    await new DevelopmentPlanModel(plan).save();
  });
  return plan._id;
}

/**
 * Updates title and cycle of a plan that is being drafted: omitted fields keep their values, null clears. Throws
 * NOT_FOUND, FORBIDDEN, VALIDATION, PRECONDITION_FAILED, and CONFLICT in every other status.
 */
export async function updateDevelopmentPlan(
  id: string,
  input: UpdateDevelopmentPlan,
  expected?: ExpectedRevision,
): Promise<void> {
  const viewer = await reportingViewer();
  await changeRow(DevelopmentPlanModel, id, async (row) => {
    assertMayWritePlan(viewer, row);
    assertRevision(row.revision, expected);
    if (!isBeingWritten(row.status))
      throw conflict(sentence`The plan is ${row.status}. Only a Draft or Rejected plan can be changed.`, {
        status: row.status,
      });
    const cycle = input.cycleId === row.cycleId ? [] : [{ field: 'cycleId', id: input.cycleId }];
    assertValid(await missingReferences(CycleModel, cycle));
    return input;
  });
}

/** Soft-deletes a plan that is Draft, Rejected or Cancelled; throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function deleteDevelopmentPlan(id: string): Promise<void> {
  const viewer = await reportingViewer();
  await inTransaction(async () => {
    const row = await changeRow(DevelopmentPlanModel, id, (plan) => {
      assertMayWritePlan(viewer, plan);
      if (!isDeletable(plan.status))
        throw conflict(sentence`The plan is ${plan.status}. Cancel it before you delete it.`, { status: plan.status });
      return { isDeleted: true };
    });
    await releaseEvidence(row.actions.flatMap(({ evidenceFileIds }) => evidenceFileIds));
  });
}
