import { checkCompetencyRow, type CompetencyCsvValue } from '../../shared/framework/competency-csv.rules';
import type { Skill } from '../../shared/framework/skill-framework.model';
import { fold, matchSkills } from '../../shared/framework/skill.rules';
import type { ImportRow } from '../../shared/jobs/import-result';
import { cellText, inColumn, refuseRow, type RowCheck, tooLong } from '../../shared/kernel/csv-cells.rules';
import { refusal, type Refusal } from '../../shared/kernel/refusals/refusal';

const MAX_SKILLS = 5_000;
const MAX_CATEGORY = 200;

/** A row of the file, as `readCsv` returns it. */
interface FileRow {
  row: number;
  /** Only of the columns that the file has. */
  cells: Readonly<Record<string, string>>;
  problem?: Refusal;
}

interface SkillImportSource {
  rows: readonly FileRow[];
  /** Returns the id of the skill that a row creates. */
  idOf: (row: number) => string;
  /** The skills of the framework; none when it is new. */
  skills: readonly Skill[];
}

interface SkillImportPlan {
  /** One line for each row, in the order of the file. */
  report: ImportRow[];
  /** The skills of the framework after the import. */
  skills: Skill[];
}

interface Meant {
  line: ImportRow;
  value: CompetencyCsvValue;
  cells: FileRow['cells'];
}

/**
 * Decides the outcome of every row of an import into a framework. A row creates a skill, or updates the one that it means
 * (`matchSkills`): columns that the file lacks keep what is stored, and so do the code and the levels. A row that changes
 * nothing, or means the skill of an earlier row, is skipped. No skill is removed.
 */
export function planSkillImport({ rows, idOf, skills }: SkillImportSource): SkillImportPlan {
  const { report, meant } = readRows(rows);
  const matches = matchSkills(
    meant.map(({ value }) => ({ ...value, id: null })),
    skills,
  );
  const after = new Map(skills.map((skill) => [skill.id, skill]));
  meant.forEach(({ line, value, cells }, index) => {
    const stored = after.get(matches[index] ?? '');
    if (stored) {
      const changed = changedSkill(stored, value, cells);
      line.skillId = stored.id;
      if (changed) after.set(stored.id, changed);
      else refuseRow(line, [refusal('SKILL_IS_THE_SAME')]);
      line.outcome = changed ? 'updated' : 'skipped';
    } else if (after.size >= MAX_SKILLS) {
      refuseRow(line, [refusal('SKILL_LIMIT_REACHED', { max: MAX_SKILLS })]);
    } else {
      const id = idOf(line.row);
      after.set(id, { ...value, id });
      Object.assign(line, { outcome: 'created', skillId: id });
    }
  });
  return { report, skills: [...after.values()] };
}

/** Reads the rows: those that mean no skill of an earlier row, and the report, in which only refused rows have an outcome. */
function readRows(rows: readonly FileRow[]): { report: ImportRow[]; meant: Meant[] } {
  const report: ImportRow[] = [];
  const meant: Meant[] = [];
  const rowOf = { code: new Map<string, number>(), name: new Map<string, number>() };
  for (const { row, cells, problem } of rows) {
    const code = cellText(cells['code']).slice(0, 50) || null;
    const line: ImportRow = { row, code, outcome: 'error', message: null, warnings: [], skillId: null };
    report.push(line);
    const checked = problem === undefined ? checkSkillRow(cells) : { ok: false as const, problems: [problem] };
    if (!checked.ok) {
      refuseRow(line, checked.problems);
      continue;
    }
    const { value } = checked;
    const earlier = value.code === null ? rowOf.name.get(fold(value.name)) : rowOf.code.get(fold(value.code));
    if (earlier !== undefined) {
      line.outcome = 'skipped';
      refuseRow(line, [
        value.code === null
          ? inColumn('name', refusal('ROW_HAS_NAME', { row: earlier }))
          : inColumn('code', refusal('ROW_HAS_CODE', { row: earlier })),
      ]);
      continue;
    }
    if (value.code !== null) rowOf.code.set(fold(value.code), row);
    if (!rowOf.name.has(fold(value.name))) rowOf.name.set(fold(value.name), row);
    meant.push({ line, value, cells });
  }
  return { report, meant };
}

function checkSkillRow(cells: FileRow['cells']): RowCheck<CompetencyCsvValue> {
  const checked = checkCompetencyRow(cells);
  const tooLongCategory = tooLong('category', cellText(cells['category']), MAX_CATEGORY);
  if (!tooLongCategory) return checked;
  return { ok: false, problems: [...(checked.ok ? [] : checked.problems), tooLongCategory] };
}

/** Returns the skill with what a row says of it, or null when that is what it is. */
function changedSkill(stored: Skill, value: CompetencyCsvValue, cells: FileRow['cells']): Skill | null {
  const said: Partial<Skill> = {
    name: value.name,
    ...(value.code !== null && { code: value.code }),
    ...('category' in cells && { category: value.category }),
    ...('description' in cells && { description: value.description }),
  };
  const changed = { ...stored, ...said };
  const isSame = (['name', 'code', 'category', 'description'] as const).every((key) => changed[key] === stored[key]);
  return isSame ? null : changed;
}
