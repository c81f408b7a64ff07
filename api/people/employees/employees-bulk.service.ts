import type { Model } from 'mongoose';
import { bulkUpdate } from '../../../shared/db/bulk';
import { missingReferences } from '../../../shared/db/references';
import { anyRows, type Row } from '../../../shared/db/rows';
import { afterCommit } from '../../../shared/db/transaction';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { assertValid, invalid } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { ensureEmployeeUsage } from '../../../shared/people/employee.store';
import { applyChanges, setTermination } from '../../../shared/people/employment.store';
import { wouldCreateLoop } from '../../../shared/people/hierarchy.rules';
import { recordPlanLimit } from '../../../shared/platform/plan-limit.store';
import { serializeEmployeeChanges } from '../../../shared/platform/plan-usage.store';
import { type BulkResult, type BulkRows, changeRows } from '../../http/bulk';
import { managersAround } from '../../platform/accounts/account-employee.queries';
import { forgetSessions } from '../../platform/sign-in/session-state';
import { inviteEmployees } from './employee-access.service';
import { type ChangeEmployees, EmployeeAction, type EmployeeActionValues } from './employees-bulk.dto';
import { ownManager } from './employees.service';
import { managerProblems } from './manager-reference';

/** The field that an action sets. */
const FIELDS = {
  [EmployeeAction.Department]: 'departmentId',
  [EmployeeAction.Manager]: 'managerId',
  [EmployeeAction.JobProfile]: 'jobProfileId',
  [EmployeeAction.Status]: 'status',
} as const;

const REFERENCES: Partial<Record<keyof EmployeeActionValues, Model<Row>>> = {
  departmentId: anyRows(DepartmentModel),
  jobProfileId: anyRows(JobProfileModel),
};

/**
 * Does the same with several employees, by the rules of a single one: those whom these refuse stay as they are. Throws VALIDATION on
 * `values` for what concerns no single employee.
 */
export async function changeEmployees(input: ChangeEmployees): Promise<BulkResult> {
  const { action, values = {}, dryRun } = input;
  await ensureEmployeeUsage();
  if (action === EmployeeAction.Invite) return changeRows(input, invite);
  const changes = await validValues(action, values);
  const result = await changeRows(input, (rows) => setField(rows, changes));
  if (!dryRun && result.refused.some(({ code }) => code === PLAN_LIMIT)) await recordPlanLimit('PLAN_LIMIT_EMPLOYEES');
  return result;
}

async function invite(rows: BulkRows): Promise<number> {
  return (await inviteEmployees(rows.open, (id, why) => rows.refuse(id, why))).length;
}

/** The code of the sentence by which the plan refuses an employee. */
const PLAN_LIMIT = 'PLAN_LIMIT_EMPLOYEES_REACHED';

type Changes = Partial<Pick<Employee, 'departmentId' | 'managerId' | 'jobProfileId' | 'status'>>;

async function validValues(
  action: Exclude<EmployeeAction, EmployeeAction.Invite>,
  values: EmployeeActionValues,
): Promise<Changes> {
  const field = FIELDS[action];
  const value = values[field];
  if (value === undefined) throw invalid({ field: `values.${field}`, ...refusal('REQUIRED') });
  const model = REFERENCES[field];
  if (field === 'managerId') assertValid(await managerProblems('values.managerId', values.managerId));
  if (model) assertValid(await missingReferences(model, [{ field: `values.${field}`, id: value }]));
  return { [field]: value };
}

/** Sets the field of the rows that differ; one query for each kind of row that it concerns, whatever their number. */
async function setField(rows: BulkRows, changes: Changes): Promise<number> {
  if (changes.managerId) await serializeEmployeeChanges();
  const stored = rows.found(await EmployeeModel.find({ _id: { $in: rows.open } }).lean<Employee[]>());
  if (changes.managerId) await refuseLoops(rows, changes.managerId);
  const changed = rows.open.flatMap((id) => {
    const before = stored.get(id);
    if (!before || differences(before, changes).length === 0) return [];
    const after: Employee = { ...before, ...changes };
    if (changes.status) setTermination(after, undefined);
    return [{ before, after }];
  });
  const accounts = await applyChanges(changed, (id, why) => rows.refuse(id, why));
  if (accounts > 0) await afterCommit(forgetSessions);
  const open = new Set(rows.open);
  const written = changed.filter(({ after }) => open.has(after._id));
  await bulkUpdate(
    EmployeeModel,
    written.map(({ after: { _id, terminationDate } }) => ({
      updateOne: { filter: { _id }, update: { $set: { ...changes, terminationDate }, $inc: { revision: 1 } } },
    })),
  );
  return written.length;
}

const differences = (row: Employee, changes: Changes): string[] =>
  Object.entries(changes).flatMap(([field, value]) => (row[field as keyof Changes] === value ? [] : [field]));

async function refuseLoops(rows: BulkRows, managerId: string): Promise<void> {
  const managerOf = await managersAround(managerId);
  for (const id of rows.open)
    if (wouldCreateLoop(managerOf, id, managerId)) rows.refuse(id, ownManager());
    else managerOf.set(id, managerId);
}
