import { bulkInsert, type NewRow } from '../../shared/db/bulk';
import type { ImportRow } from '../../shared/jobs/import-result';
import { type ImportProblem, inColumn, refuseRow, warnOfRow } from '../../shared/kernel/csv-cells.rules';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { fullNameOf } from '../../shared/people/employee.store';
import { linkAccounts } from '../../shared/platform/accounts/employee-account.store';
import { reserveEmployees } from '../../shared/platform/plan-usage.store';
import type { Run } from '../define-job';
import { CODE_TAKEN, EMAIL_TAKEN, PLAN_LIMIT, type PlannedEmployee } from './employee-import.rules';

/** Attempts to write a chunk while others create its employees concurrently. */
const ATTEMPTS = 5;

export type ImportRun = Pick<Run<'people.import-employees'>, 'write'>;

/** Thrown to undo the transaction when a unique index refuses a row of the chunk. */
class Overtaken extends Error {}

/**
 * Writes planned employees in one transaction that also reserves quota, and corrects their lines of the result.
 * `leftOut` collects the ids of those who were not created: their direct reports in later chunks get no manager.
 */
export async function createPlanned(
  run: ImportRun,
  planned: readonly PlannedEmployee[],
  leftOut: Set<string>,
): Promise<void> {
  let open = planned;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    open.forEach((employee) => dropMissingManager(employee, leftOut));
    try {
      const granted = await write(run, open);
      for (const { id, report } of open.slice(granted)) {
        leaveOut(report, 'error', PLAN_LIMIT, null);
        leftOut.add(id);
      }
      return;
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      open = await stillOpen(open, leftOut);
    }
  }
  throw new Error('Other requests keep creating the same employees.');
}

async function write(run: ImportRun, open: readonly PlannedEmployee[]): Promise<number> {
  return run.write(async () => {
    const granted = await reserveEmployees(open.filter(isActive).length);
    const rows = open.slice(0, lastGranted(open, granted)).map(toRow);
    const { inserted, duplicates } = await bulkInsert(EmployeeModel, rows);
    if (duplicates.length > 0) throw new Overtaken();
    await linkAccounts(inserted);
    return rows.length;
  });
}

const isActive = ({ status }: PlannedEmployee): boolean => status === EmployeeStatus.Active;

/** How many employees come before the first one that the plan has no place for; only Active ones need one. */
function lastGranted(open: readonly PlannedEmployee[], granted: number): number {
  let left = granted;
  const first = open.findIndex((employee) => isActive(employee) && (left -= 1) < 0);
  return first === -1 ? open.length : first;
}

/**
 * Returns the rows of a refused chunk that are still to be created: a row whose id exists was created by an earlier run
 * of this job; an email or code that exists belongs to an employee who was created since the plan.
 */
async function stillOpen(open: readonly PlannedEmployee[], leftOut: Set<string>): Promise<PlannedEmployee[]> {
  const own = await idsBy('_id', open, { isDeleted: { $in: [true, false] } });
  const emails = await idsBy('email', open);
  const codes = await idsBy('employeeCode', open);
  return open.filter(({ id, value, report }) => {
    if (own.has(id)) return false;
    const sameEmail = emails.get(value.email);
    if (sameEmail === undefined && !codes.has(value.employeeCode ?? '')) return true;
    leftOut.add(id);
    if (sameEmail === undefined) leaveOut(report, 'error', CODE_TAKEN, null);
    else leaveOut(report, 'skipped', EMAIL_TAKEN, sameEmail);
    return false;
  });
}

function leaveOut(
  report: ImportRow,
  outcome: 'skipped' | 'error',
  why: ImportProblem,
  employeeId: string | null,
): void {
  refuseRow(report, [why]);
  Object.assign(report, { outcome, warnings: [], warningReasons: [], employeeId });
}

/** Maps the unique values of the planned employees that exist to the ids of their employees. */
async function idsBy(
  field: '_id' | 'email' | 'employeeCode',
  open: readonly PlannedEmployee[],
  filter: { isDeleted?: { $in: boolean[] } } = {},
): Promise<Map<string, string>> {
  const values = open
    .map((planned) => (field === '_id' ? planned.id : planned.value[field]))
    .filter((value) => value !== null);
  const rows = await EmployeeModel.find({ [field]: { $in: values }, ...filter })
    .select(field)
    .lean<Pick<Employee, '_id' | 'email' | 'employeeCode'>[]>();
  return new Map(rows.flatMap((row) => (row[field] === null ? [] : [[row[field], row._id] as const])));
}

function dropMissingManager(planned: PlannedEmployee, leftOut: ReadonlySet<string>): void {
  if (planned.managerId === null || !leftOut.has(planned.managerId)) return;
  planned.managerId = null;
  const why = refusal('MANAGER_ROW_NOT_CREATED');
  warnOfRow(planned.report, inColumn('manager', why));
}

function toRow({ id, value, status, departmentId, managerId, jobProfileId }: PlannedEmployee): NewRow<Employee> {
  const { firstName, lastName, email, employeeCode, hireDate } = value;
  return {
    _id: id,
    employeeCode,
    firstName,
    lastName,
    email,
    fullName: fullNameOf(value),
    status,
    departmentId,
    managerId,
    jobProfileId,
    hireDate,
    terminationDate: null,
    photoFileId: null,
    isDeleted: false,
  };
}
