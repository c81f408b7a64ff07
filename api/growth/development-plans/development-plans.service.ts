import { missingReferences } from '../../../shared/db/references';
import { inTransaction } from '../../../shared/db/transaction';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import {
  type DevelopmentPlan,
  DevelopmentPlanModel,
  type PlanAction,
} from '../../../shared/growth/development-plan.model';
import { isBeingWritten, isDeletable } from '../../../shared/growth/development-plan.rules';
import { assertValid, conflict } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { type FieldRefusal, refusal } from '../../../shared/kernel/refusals/refusal';
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
export async function validateEmployee(viewer: ReportingViewer, employeeId: string | null): Promise<FieldRefusal[]> {
  const field = 'employeeId';
  if (employeeId === null) return [{ field, ...refusal('REQUIRED_WITHOUT_EMPLOYEE') }];
  const missing = await missingReferences(EmployeeModel, [{ field, id: employeeId }]);
  if (missing.length > 0 || mayWritePlans(viewer, employeeId)) return missing;
  return [{ field, ...refusal('MUST_BE_YOU_OR_DIRECT_REPORT') }];
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
      throw conflict(refusal('PLAN_IS_FIXED', { status: row.status }), {
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
        throw conflict(refusal('PLAN_NOT_DELETABLE', { status: plan.status }), { status: plan.status });
      return { isDeleted: true };
    });
    await releaseEvidence(row.actions.flatMap(({ evidenceFileIds }) => evidenceFileIds));
  });
}
