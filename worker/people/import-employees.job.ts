import { allRows } from '../../shared/db/batches';
import { pickRows } from '../../shared/db/pick';
import { DepartmentModel } from '../../shared/framework/department.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import type { CsvRow } from '../../shared/infra/csv';
import { countRows, importedRowId, quoteProblems, summaryOf, warningGroups } from '../../shared/jobs/import-report';
import { storeImportReport } from '../../shared/jobs/import-report.store';
import type { ImportRow, ImportSummary } from '../../shared/jobs/import-result';
import { context, runInContext } from '../../shared/kernel/context';
import { type CsvDateFormat, type DateOrder, decideDateFormat } from '../../shared/kernel/csv-dates.rules';
import { derivedId } from '../../shared/kernel/ids';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { ensureEmployeeUsage } from '../../shared/people/employee.store';
import { DATE_COLUMN } from '../../shared/people/import-heading.model';
import { employeeCsvColumns, rememberedDateFormat } from '../../shared/people/import-heading.store';
import { actorOfJob } from '../../shared/platform/accounts/account-rank';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordPlanLimit } from '../../shared/platform/plan-limit.store';
import { availableEmployees } from '../../shared/platform/plan-usage.store';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { recordJob } from '../job-audit';
import { readImport } from '../read-import';
import { createNames } from './create-names';
import { createPlanned } from './create-planned-employees';
import {
  type EmployeeImportPlan,
  EmployeeImportPlanner,
  type EmployeeImportSource,
  type Named,
  PLAN_LIMIT,
} from './employee-import.rules';
import type { ManagerCandidate } from './reference-lookup.rules';
import { checkUpdates, planUpdates, writeUpdates } from './update-employees';

/** Employees per transaction. */
const CHUNK = 1_000;
/** Of more names a check lists those of most rows. */
const MAX_UNKNOWN_NAMES = 500;
const MAX_WARNING_GROUPS = 100;
/** Of someone who was to be terminated, and is not missing. */
const HAS_ROW = 'EMPLOYEE_HAS_ROW';

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
  const { fileId, dryRun, create = [], mode = 'add' } = run.payload;
  const { headings, rows } = await readImport(fileId, await employeeCsvColumns(mode));
  const read: CsvRow[] = [];
  for await (const row of rows) read.push(row);
  const dates = await datesOf(read, run.payload.dateFormat);
  await ensureEmployeeUsage();
  const source = {
    dateFormat: dates.dateFormat,
    create,
    idOfName: (kind: string, name: string) => derivedId(run.jobId, kind, name),
    idOf: (row: number) => importedRowId(run.jobId, row),
    departments: await allDepartments(),
    jobProfiles: await currentJobProfiles(),
    available: await availableEmployees(),
  };
  const actor = await actorOfJob(run.requestedBy);
  // What the job changes is judged and recorded as if its user had changed it in a form.
  const { plan, lines } = await runInContext({ ...context(), actor }, async () =>
    mode === 'update' ? update(run, read, source) : add(run, read, source),
  );
  quoteProblems(plan.report, new Map(read.map(({ row, written }) => [row, written])));
  const summary = {
    ...summaryOf(plan.report, dryRun),
    ...lines.counts,
    headings,
    ...(dates.dateFormat === null ? dates : { dateFormat: dates.dateFormat }),
    ...(dryRun
      ? {
          unknownNames: plan.unknownNames.slice(0, MAX_UNKNOWN_NAMES),
          warningGroups: warningGroups(plan.report, MAX_WARNING_GROUPS),
        }
      : {}),
  };
  run.atEnd(() => storeImportReport(run.jobId, [...plan.report, ...lines.missing]));
  if (!dryRun) record(run, summary, plan.report);
  return summary;
}

type Source = Omit<EmployeeImportSource, 'people'>;

/** A plan, and what the result of an update says in addition to its rows. */
interface Done {
  plan: EmployeeImportPlan;
  lines: { counts: Partial<ImportSummary>; missing: ImportRow[] };
}

async function add(run: Run<'people.import-employees'>, rows: readonly CsvRow[], source: Source): Promise<Done> {
  const planner = new EmployeeImportPlanner({ ...source, people: await allPeople() });
  for (const row of rows) planner.judge(row);
  const plan = planner.finish();
  if (run.payload.dryRun) forgetNewIds(plan);
  else await write(plan, run);
  return { plan, lines: { counts: {}, missing: [] } };
}

async function update(run: Run<'people.import-employees'>, rows: readonly CsvRow[], source: Source): Promise<Done> {
  const { dryRun, terminate = [] } = run.payload;
  const plan = await planUpdates(run, rows, source);
  if (dryRun) {
    await checkUpdates(plan);
    forgetNewIds(plan);
  } else {
    await createNames(plan, run);
    await writeUpdates(plan, run);
  }
  const asked = new Set(terminate);
  const counted = countRows([...plan.report, ...plan.missing]);
  return {
    plan,
    lines: {
      counts: {
        updated: counted.updated,
        unchanged: counted.unchanged,
        missingCount: plan.missing.filter(({ reasons = [] }) => reasons.every(({ code }) => code !== HAS_ROW)).length,
        terminated: plan.missing.filter(({ outcome }) => outcome === 'terminated').length,
      },
      missing: dryRun ? plan.missing : plan.missing.filter(({ employeeId }) => asked.has(employeeId ?? '')),
    },
  };
}

function record(run: Run<'people.import-employees'>, summary: ImportSummary, rows: readonly ImportRow[]): void {
  const { total, created, updated = null, unchanged = null, skipped, errors, terminated = null } = summary;
  const about = { entityType: AuditEntity.Employee, entityId: null };
  recordJob(run, 'employee.imported', about, { total, created, updated, unchanged, skipped, errors, terminated });
  if (rows.some((row) => row.message === PLAN_LIMIT.message))
    run.atEnd(() =>
      recordPlanLimit('PLAN_LIMIT_EMPLOYEES', { by: run.requestedBy, id: derivedId('audit', run.jobId, 'limit') }),
    );
}

async function datesOf(rows: readonly CsvRow[], format: CsvDateFormat | 'auto'): Promise<DateOrder> {
  if (format !== 'auto') return { dateFormat: format, dateExamples: [] };
  return decideDateFormat(
    rows.map(({ cells }) => cells[DATE_COLUMN] ?? ''),
    await rememberedDateFormat(),
  );
}

async function write(plan: EmployeeImportPlan, run: Run<'people.import-employees'>): Promise<void> {
  await createNames(plan, run);
  const { creations, report } = plan;
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
