import { COMPETENCY_CSV_COLUMNS } from '../../shared/framework/competency-csv.rules';
import { type SkillFramework, SkillFrameworkModel } from '../../shared/framework/skill-framework.model';
import type { CsvRow } from '../../shared/infra/csv';
import { countRows, importedRowId, quoteProblems, summaryOf } from '../../shared/jobs/import-report';
import { storeImportReport } from '../../shared/jobs/import-report.store';
import type { ImportSummary } from '../../shared/jobs/import-result';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { readImport } from '../read-import';
import { planSkillImport } from './skill-import.rules';

/**
 * Imports the skills of an uploaded file into a framework, which is created if no other has its name and version. All is
 * written in the transaction that ends the job, so a run that was killed has written nothing.
 */
export const importSkills = defineJob({
  name: 'framework.import-skills',
  retry: CALCULATING,
  onFailed: null,
  run: runImport,
});

async function runImport(run: Run<'framework.import-skills'>): Promise<ImportSummary> {
  const { fileId, name, version, dryRun } = run.payload;
  const file = await readImport(fileId, COMPETENCY_CSV_COLUMNS);
  const rows: CsvRow[] = [];
  for await (const row of file.rows) rows.push(row);
  await run.progress(0, rows.length);
  const before = await SkillFrameworkModel.findOne({ name, version }).lean<SkillFramework>();
  const { report, skills } = planSkillImport({
    rows,
    idOf: (row) => importedRowId(run.jobId, row),
    skills: before?.skills ?? [],
  });
  const { updated } = countRows(report);
  const summary = { ...summaryOf(report, dryRun), updated, headings: file.headings };
  if (dryRun) for (const line of report) if (line.outcome === 'created') line.skillId = null;
  quoteProblems(report, new Map(rows.map(({ row, written }) => [row, written])));
  run.atEnd(async () => {
    if (!dryRun && summary.created + updated > 0) await write({ name, version, skills }, before);
    await storeImportReport(run.jobId, report);
  });
  return summary;
}

/** Writes the framework; throws when it is no longer the one from which `skills` follow, so that the job runs again. */
async function write(
  { skills, ...edition }: Pick<SkillFramework, 'name' | 'version' | 'skills'>,
  before: SkillFramework | null,
): Promise<void> {
  const row = (await SkillFrameworkModel.findOne(edition)) ?? new SkillFrameworkModel(edition);
  const isSame = before ? row._id === before._id && row.revision === before.revision : row.isNew;
  if (!isSame) throw new Error('The framework has changed since it was read.');
  row.set('skills', skills);
  await row.save();
}
