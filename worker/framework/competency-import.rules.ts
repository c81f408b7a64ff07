import { checkCompetencyRow, type CompetencyCsvValue } from '../../shared/framework/competency-csv.rules';
import type { ImportRow } from '../../shared/jobs/import-result';
import { cellText } from '../../shared/kernel/csv-cells.rules';
import { type ImportProblem, inColumn, refuseRow, warnOfRow } from '../../shared/kernel/csv-cells.rules';
import { buildNameOrCodeIndex, foldCode, foldName, resolveReference } from '../../shared/kernel/name-index.rules';
import { refusal, type Refusal } from '../../shared/kernel/refusals/refusal';

/** A row of the file, as `readCsv` returns it. */
interface FileRow {
  row: number;
  cells: Readonly<Record<string, string>>;
  problem?: Refusal;
}

interface Named {
  id: string;
  name: string;
  code: string | null;
}

export interface CompetencyImportSource {
  rows: readonly FileRow[];
  /** Returns the id of the competency that a row creates; the same in every run. */
  idOf: (row: number) => string;
  /** All competencies of the tenant, including those that an earlier run of this import created. */
  competencies: readonly Named[];
  categories: readonly { id: string; name: string }[];
}

export interface PlannedCompetency extends Omit<CompetencyCsvValue, 'category'> {
  id: string;
  categoryId: string | null;
  report: ImportRow;
}

export interface CompetencyImportPlan {
  /** One line for each row, in the order of the file. */
  report: ImportRow[];
  creations: PlannedCompetency[];
}

interface Owner {
  id: string;
  row?: number;
}

/**
 * Decides the outcome of every row of a competency import: a row whose code exists is skipped, and so is a row without
 * a code whose name exists; an unknown category is a warning. Rows that an earlier run of the same import created are
 * reported as created, but not planned again.
 */
export function planCompetencyImport(source: CompetencyImportSource): CompetencyImportPlan {
  const own = new Set(source.rows.map(({ row }) => source.idOf(row)));
  const done = new Set(source.competencies.filter(({ id }) => own.has(id)).map(({ id }) => id));
  const taken = new KnownCompetencies();
  for (const competency of source.competencies) if (!own.has(competency.id)) taken.add(competency, competency);
  const categories = buildNameOrCodeIndex(source.categories);
  const report: ImportRow[] = [];
  const creations: PlannedCompetency[] = [];

  for (const { row, cells, problem } of source.rows) {
    const code = cellText(cells['code']).slice(0, 50) || null;
    const line: ImportRow = { row, code, outcome: 'error', message: null, warnings: [], competencyId: null };
    report.push(line);
    const checked = problem === undefined ? checkCompetencyRow(cells) : { ok: false as const, problems: [problem] };
    if (!checked.ok) {
      refuseRow(line, checked.problems);
      continue;
    }
    const { category, ...value } = checked.value;
    const same = taken.find(value);
    if (same) {
      line.outcome = 'skipped';
      refuseRow(line, [sameAs(same.row, value.code === null)]);
      line.competencyId = same.id;
      continue;
    }
    const id = source.idOf(row);
    const reference = resolveReference(categories, 'category', category);
    if (reference.warning !== null) warnOfRow(line, inColumn('category', reference.warning));
    line.outcome = 'created';
    line.competencyId = id;
    taken.add(value, { id, row });
    if (!done.has(id)) creations.push({ ...value, id, categoryId: reference.id, report: line });
  }
  return { report, creations };
}

function sameAs(row: number | undefined, isByName: boolean): ImportProblem {
  return isByName
    ? inColumn('name', row ? refusal('ROW_HAS_NAME', { row }) : refusal('COMPETENCY_HAS_NAME'))
    : inColumn('code', row ? refusal('ROW_HAS_CODE', { row }) : refusal('OTHER_COMPETENCY_HAS_CODE'));
}

class KnownCompetencies {
  private readonly byCode = new Map<string, Owner>();
  private readonly byName = new Map<string, Owner>();

  add({ code, name }: { code: string | null; name: string }, owner: Owner): void {
    const add = (map: Map<string, Owner>, key: string) =>
      map.has(key) || map.set(key, { id: owner.id, row: owner.row });
    if (code !== null) add(this.byCode, foldCode(code));
    add(this.byName, foldName(name));
  }

  find({ code, name }: { code: string | null; name: string }): Owner | undefined {
    return code === null ? this.byName.get(foldName(name)) : this.byCode.get(foldCode(code));
  }
}
