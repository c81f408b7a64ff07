import { bulkInsert } from '../../shared/db/bulk';
import { pickRows } from '../../shared/db/pick';
import { CompetencyModel } from '../../shared/framework/competency.model';
import { DepartmentModel } from '../../shared/framework/department.model';
import { JOB_PROFILE_CSV_COLUMNS } from '../../shared/framework/job-profile-csv.rules';
import { type JobProfile, JobProfileModel } from '../../shared/framework/job-profile.model';
import type { CsvRow } from '../../shared/infra/csv';
import { importedRowId, quoteProblems, summaryOf } from '../../shared/jobs/import-report';
import { storeImportReport } from '../../shared/jobs/import-report.store';
import type { ImportSummary } from '../../shared/jobs/import-result';
import { derivedId } from '../../shared/kernel/ids';
import { buildNameOrCodeIndex, type NameIndex } from '../../shared/kernel/name-index.rules';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { readImport } from '../read-import';
import { planJobProfileImport, type PlannedProfile } from './job-profile-import.rules';

/**
 * Imports the job profiles of an uploaded file. All is written in the transaction that ends the job, so a run that was killed has
 * written nothing.
 */
export const importJobProfiles = defineJob({
  name: 'framework.import-job-profiles',
  retry: CALCULATING,
  onFailed: null,
  run: runImport,
});

async function runImport(run: Run<'framework.import-job-profiles'>): Promise<ImportSummary> {
  const { fileId, dryRun } = run.payload;
  const file = await readImport(fileId, JOB_PROFILE_CSV_COLUMNS);
  const rows: CsvRow[] = [];
  for await (const row of file.rows) rows.push(row);
  await run.progress(0, rows.length);
  const [profiles, departments, competencies] = await Promise.all([
    pickRows(JobProfileModel.find({ isCurrent: true }), 'name', 'code'),
    pickRows(DepartmentModel.find(), 'name', 'code'),
    pickRows(CompetencyModel.find(), 'name', 'code'),
  ]);
  const { report, creations, counts } = planJobProfileImport({
    rows,
    idOf: (row) => importedRowId(run.jobId, row),
    profiles: profiles.map(({ _id, name, code }) => ({ id: _id, name, code })),
    departments: indexOf(departments),
    competencies: indexOf(competencies),
  });
  if (dryRun) for (const line of report) if (line.outcome === 'created') line.jobProfileId = null;
  quoteProblems(report, new Map(rows.map(({ row, written }) => [row, written])));
  run.atEnd(async () => {
    if (!dryRun) await bulkInsert(JobProfileModel, creations.map(toRow));
    await storeImportReport(run.jobId, report);
  });
  return { ...summaryOf(report, dryRun), ...counts, headings: file.headings };
}

function indexOf(rows: readonly { _id: string; name: string; code: string | null }[]): NameIndex {
  return buildNameOrCodeIndex(rows.map(({ _id, name, code }) => ({ id: _id, name, code })));
}

function toRow({
  id,
  requirements,
  ...fields
}: PlannedProfile): Omit<JobProfile, 'tenantId' | 'revision' | 'createdAt' | 'updatedAt' | 'searchText'> {
  return {
    _id: id,
    ...fields,
    description: null,
    lineId: derivedId(id, 'line'),
    version: 1,
    previousVersionId: null,
    isCurrent: true,
    requirements: requirements.map((requirement, at) => ({ ...requirement, id: derivedId(id, at) })),
    isDeleted: false,
  };
}
