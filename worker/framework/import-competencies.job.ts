import { pickRows } from '../../shared/db/pick';
import { CompetencyCategoryModel } from '../../shared/framework/competency-category.model';
import { COMPETENCY_CSV_COLUMNS } from '../../shared/framework/competency-csv.rules';
import { type Competency, CompetencyModel } from '../../shared/framework/competency.model';
import type { CsvRow } from '../../shared/infra/csv';
import { importedRowId, quoteProblems, summaryOf } from '../../shared/jobs/import-report';
import { storeImportReport } from '../../shared/jobs/import-report.store';
import type { ImportSummary } from '../../shared/jobs/import-result';
import { inColumn, refuseRow } from '../../shared/kernel/csv-cells.rules';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { insertRows } from '../insert-rows';
import { readImport } from '../read-import';
import { planCompetencyImport, type PlannedCompetency } from './competency-import.rules';

/**
 * Imports the competencies of an uploaded file. All inputs are read at the start, and ids are derived from job and row:
 * a repeated run continues an interrupted one and ends with the same rows and report.
 */
export const importCompetencies = defineJob({
  name: 'framework.import-competencies',
  retry: CALCULATING,
  onFailed: null,
  run: runImport,
});

async function runImport(run: Run<'framework.import-competencies'>): Promise<ImportSummary> {
  const { fileId, dryRun } = run.payload;
  const file = await readImport(fileId, COMPETENCY_CSV_COLUMNS);
  const rows: CsvRow[] = [];
  for await (const row of file.rows) rows.push(row);
  await run.progress(0, rows.length);
  const { report, creations } = planCompetencyImport({
    rows,
    idOf: (row) => importedRowId(run.jobId, row),
    competencies: await allCompetencies(),
    categories: await allCategories(),
  });
  if (dryRun) for (const { report: line } of creations) line.competencyId = null;
  else await write(creations, run, report.length);
  quoteProblems(report, new Map(rows.map(({ row, written }) => [row, written])));
  run.atEnd(() => storeImportReport(run.jobId, report));
  return { ...summaryOf(report, dryRun), headings: file.headings };
}

async function write(
  creations: readonly PlannedCompetency[],
  run: Run<'framework.import-competencies'>,
  total: number,
): Promise<void> {
  const before = total - creations.length;
  const rows = creations.map(({ id, report: _line, ...fields }) => ({
    _id: id,
    ...fields,
    isDeleted: false,
  }));
  const { duplicates } = await insertRows<Competency>(run, CompetencyModel, rows, { before, total });
  if (duplicates.length > 0) await reportRefused(creations, new Set(duplicates.map(({ row }) => row._id)));
}

/** A refused row is this job's own (a suspended run wrote it), or a concurrent one with the same code. */
async function reportRefused(creations: readonly PlannedCompetency[], refused: ReadonlySet<string>): Promise<void> {
  const lines = creations.filter(({ id }) => refused.has(id));
  const codes = lines.flatMap(({ code }) => (code === null ? [] : [code]));
  const [own, others] = await Promise.all([
    pickRows(CompetencyModel.find({ _id: { $in: [...refused] }, isDeleted: { $in: [true, false] } }), '_id'),
    pickRows(CompetencyModel.find({ code: { $in: codes } }), 'code'),
  ]);
  const isOwn = new Set(own.map(({ _id }) => _id));
  const ofCode = new Map(others.map(({ _id, code }) => [code, _id]));
  for (const { id, code, report } of lines)
    if (!isOwn.has(id)) {
      refuseRow(report, [inColumn('code', refusal('COMPETENCY_HAS_CODE'))]);
      Object.assign(report, { outcome: 'skipped', competencyId: ofCode.get(code) ?? null });
    }
}

async function allCompetencies(): Promise<{ id: string; name: string; code: string | null }[]> {
  const rows = await pickRows(CompetencyModel.find().sort({ _id: 1 }), 'name', 'code');
  return rows.map(({ _id, name, code }) => ({ id: _id, name, code }));
}

async function allCategories(): Promise<{ id: string; name: string }[]> {
  const rows = await pickRows(CompetencyCategoryModel.find(), 'name');
  return rows.map(({ _id, name }) => ({ id: _id, name }));
}
