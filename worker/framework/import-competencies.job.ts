import { bulkInsert } from '../../shared/db/bulk';
import { foldForSearch } from '../../shared/db/search';
import { type CompetencyCategory, CompetencyCategoryModel } from '../../shared/framework/competency-category.model';
import { COMPETENCY_CSV_COLUMNS } from '../../shared/framework/competency-csv.rules';
import { planCompetencyImport, type PlannedCompetency } from '../../shared/framework/competency-import.rules';
import { type Competency, CompetencyModel } from '../../shared/framework/competency.model';
import type { ImportResult } from '../../shared/jobs/contract';
import { importedRowId, importReport } from '../../shared/jobs/import-report';
import { importRows } from '../import-rows';
import type { Run } from '../run-job';

/**
 * Imports the competencies of an uploaded file (decisions 5 and 7). All it needs to know is read at the start, and its ids
 * follow from job and row: a run that was killed is continued by the next one, which ends with the same rows and report.
 */
export async function importCompetencies(run: Run<'framework.import-competencies'>): Promise<ImportResult> {
  const { fileId, dryRun } = run.payload;
  const rows = await importRows(fileId, COMPETENCY_CSV_COLUMNS);
  await run.progress(0, rows.length);
  const { report, creations } = planCompetencyImport({
    rows,
    idOf: (row) => importedRowId(run.jobId, row),
    competencies: await allCompetencies(),
    categories: await allCategories(),
  });
  if (dryRun) for (const { report: line } of creations) line.competencyId = null;
  else await write(creations, run, report.length);
  return importReport(report, dryRun);
}

async function write(
  creations: readonly PlannedCompetency[],
  run: Run<'framework.import-competencies'>,
  total: number,
): Promise<void> {
  const settled = total - creations.length;
  const { duplicates } = await bulkInsert<Competency>(
    CompetencyModel,
    creations.map(({ id, report: _line, ...fields }) => ({
      _id: id,
      ...fields,
      levels: [],
      isDeleted: false,
      searchText: foldForSearch(fields.name, fields.code),
    })),
    { beforeChunk: (done) => run.progress(settled + done, total) },
  );
  if (duplicates.length > 0) await settleRefused(creations, new Set(duplicates.map(({ row }) => row._id)));
}

/** A refused row is this job's own (a frozen twin wrote it), or somebody created its code meanwhile. */
async function settleRefused(creations: readonly PlannedCompetency[], refused: ReadonlySet<string>): Promise<void> {
  const lines = creations.filter(({ id }) => refused.has(id));
  const codes = lines.flatMap(({ code }) => (code === null ? [] : [code]));
  const [own, others] = await Promise.all([
    CompetencyModel.find({ _id: { $in: [...refused] }, isDeleted: { $in: [true, false] } })
      .select('_id')
      .lean<Pick<Competency, '_id'>[]>(),
    CompetencyModel.find({ code: { $in: codes } })
      .select('code')
      .lean<Pick<Competency, '_id' | 'code'>[]>(),
  ]);
  const isOwn = new Set(own.map(({ _id }) => _id));
  const ofCode = new Map(others.map(({ _id, code }) => [code, _id]));
  for (const { id, code, report } of lines)
    if (!isOwn.has(id))
      Object.assign(report, {
        outcome: 'skipped',
        message: 'a competency has this code',
        competencyId: ofCode.get(code) ?? null,
      });
}

async function allCompetencies(): Promise<{ id: string; name: string; code: string | null }[]> {
  const rows = await CompetencyModel.find()
    .select('name code')
    .sort({ _id: 1 })
    .lean<Pick<Competency, '_id' | 'name' | 'code'>[]>();
  return rows.map(({ _id, name, code }) => ({ id: _id, name, code }));
}

async function allCategories(): Promise<{ id: string; name: string }[]> {
  const rows = await CompetencyCategoryModel.find().select('name').lean<Pick<CompetencyCategory, '_id' | 'name'>[]>();
  return rows.map(({ _id, name }) => ({ id: _id, name }));
}
