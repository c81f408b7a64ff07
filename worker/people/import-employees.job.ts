import { allRows } from '../../shared/db/batches';
import { pickRows } from '../../shared/db/pick';
import { DepartmentModel } from '../../shared/framework/department.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import type { ImportRow, ImportSummary } from '../../shared/jobs/contract';
import { importedRowId, quoteProblems, summaryOf } from '../../shared/jobs/import-report';
import { storeImportReport } from '../../shared/jobs/import-report.store';
import { derivedId } from '../../shared/kernel/ids';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { ensureEmployeeUsage } from '../../shared/people/employee.store';
import { employeeCsvColumns } from '../../shared/people/import-heading.store';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordPlanLimit } from '../../shared/platform/plan-limit.store';
import { availableEmployees } from '../../shared/platform/plan-usage.store';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { recordJob } from '../job-audit';
import { readImport } from '../read-import';
import { createPlanned } from './create-planned-employees';
import { type EmployeeImportPlan, EmployeeImportPlanner, type Named, PLAN_LIMIT } from './employee-import.rules';
import type { ManagerCandidate } from './reference-lookup.rules';

/** Employees per transaction. */
const CHUNK = 1_000;

/**
 * Imports the employees of an uploaded file. All inputs are read at the start, so that no row needs a query. Ids are
 * derived from job and row, and managers are written before their direct reports: an interrupted run leaves complete
 * employees, and a repeated one ends with the same rows and report.
 */
export const importEmployees = defineJob({
  name: 'people.import-employees',
  retry: CALCULATING,
  onFailed: null,
  run: runImport,
});

async function runImport(run: Run<'people.import-employees'>): Promise<ImportSummary> {
  const { fileId, dateFormat, dryRun } = run.payload;
  const { headings, rows } = await readImport(fileId, await employeeCsvColumns());
  await ensureEmployeeUsage();
  const planner = new EmployeeImportPlanner({
    dateFormat,
    idOf: (row) => importedRowId(run.jobId, row),
    people: await allPeople(),
    departments: await allDepartments(),
    jobProfiles: await currentJobProfiles(),
    available: await availableEmployees(),
  });
  const written = new Map<number, string[]>();
  for await (const row of rows) {
    planner.judge(row);
    written.set(row.row, row.written);
  }
  const plan = planner.finish();
  if (dryRun) forgetNewIds(plan);
  else await write(plan, run);
  quoteProblems(plan.report, written);
  const summary = { ...summaryOf(plan.report, dryRun), headings };
  run.atEnd(() => storeImportReport(run.jobId, plan.report));
  if (!dryRun) record(run, summary, plan.report);
  return summary;
}

function record(run: Run<'people.import-employees'>, summary: ImportSummary, rows: readonly ImportRow[]): void {
  const { total, created, skipped, errors } = summary;
  const about = { entityType: AuditEntity.Employee, entityId: null };
  recordJob(run, 'employee.imported', about, { total, created, skipped, errors });
  if (rows.some((row) => row.message === PLAN_LIMIT.message))
    run.atEnd(() =>
      recordPlanLimit('PLAN_LIMIT_EMPLOYEES', { by: run.requestedBy, id: derivedId('audit', run.jobId, 'limit') }),
    );
}

async function write({ creations, report }: EmployeeImportPlan, run: Run<'people.import-employees'>): Promise<void> {
  const before = report.length - creations.length;
  const leftOut = new Set<string>();
  for (let start = 0; start < creations.length; start += CHUNK) {
    await run.progress(before + start, report.length);
    await createPlanned(run, creations.slice(start, start + CHUNK), leftOut);
  }
}

/** Removes the ids of a dry run, which belong to no one. */
function forgetNewIds({ creations, report }: EmployeeImportPlan): void {
  const newIds = new Set(creations.map((planned) => planned.id));
  for (const line of report) if (newIds.has(line.employeeId ?? '')) line.employeeId = null;
}

/** Reads all employees of the tenant with the fields that detect duplicates and managers. */
async function allPeople(): Promise<ManagerCandidate[]> {
  const rows = await allRows(EmployeeModel, {}, ['_id', 'email', 'employeeCode', 'firstName', 'lastName', 'status']);
  return rows.map(({ _id, status, ...person }) => ({
    id: _id,
    ...person,
    hasLeft: status === EmployeeStatus.Terminated,
  }));
}

async function allDepartments(): Promise<Named[]> {
  const rows = await pickRows(DepartmentModel.find(), 'name', 'code');
  return rows.map(({ _id, name, code }) => ({ id: _id, name, code }));
}

async function currentJobProfiles(): Promise<Named[]> {
  const rows = await pickRows(JobProfileModel.find({ isCurrent: true }), 'name', 'code');
  return rows.map(({ _id, name, code }) => ({ id: _id, name, code }));
}
