import type { ProfileRequirement } from '../../shared/framework/job-profile.model';
import { MAX_LEVEL, MIN_LEVEL } from '../../shared/framework/level.rules';
import { MAX_CODE, MAX_NAME } from '../../shared/framework/name-limits';
import type { ImportRow, ImportSummary } from '../../shared/jobs/import-result';
import {
  cellText,
  hasInvisible,
  type ImportProblem,
  inColumn,
  notReadable,
  refuseRow,
  tooLong,
  warnOfRow,
} from '../../shared/kernel/csv-cells.rules';
import { foldCode, foldName, type NameIndex, resolveReference } from '../../shared/kernel/name-index.rules';
import { refusal, type Refusal } from '../../shared/kernel/refusals/refusal';

/** Cells that say yes, and those that say no; the languages of the service and common marks. */
const YES: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'x', 'si', 's']);
const NO: ReadonlySet<string> = new Set(['', 'no', 'n', 'false', '0', '-']);

/** A row of the file, as `readCsv` returns it. */
interface FileRow {
  row: number;
  cells: Readonly<Record<string, string>>;
  problem?: Refusal;
}

export interface ProfileImportSource {
  rows: readonly FileRow[];
  /** Returns the id of the profile that begins in a row; the same in every run. */
  idOf: (row: number) => string;
  /** The current job profiles of the organization. */
  profiles: readonly { id: string; name: string; code: string | null }[];
  departments: NameIndex;
  competencies: NameIndex;
}

/** A profile to create. */
export interface PlannedProfile {
  id: string;
  code: string | null;
  name: string;
  departmentId: string | null;
  requirements: Omit<ProfileRequirement, 'id'>[];
}

export interface ProfileImportPlan {
  /** One line for each row, in the order of the file. */
  report: ImportRow[];
  creations: PlannedProfile[];
  /** Counts of profiles, not of rows. */
  counts: Pick<ImportSummary, 'total' | 'created' | 'skipped' | 'errors'>;
}

/** The rows of one profile. */
interface Group {
  id: string;
  existing: string | null;
  planned: PlannedProfile;
  lines: ImportRow[];
}

/**
 * Decides what an import of job profiles creates. Rows with one code, or without a code with one name, are one profile. A profile
 * that exists is skipped, and one with a row that has an error is not created; an unknown department is a warning.
 */
export function planJobProfileImport(source: ProfileImportSource): ProfileImportPlan {
  const byCode = new Map(source.profiles.flatMap(({ id, code }) => (code === null ? [] : [[foldCode(code), id]])));
  const byName = new Map(source.profiles.map(({ id, name }) => [foldName(name), id]));
  const groups = new Map<string, Group>();
  const alone: ImportRow[] = [];
  const report = source.rows.map(({ row, cells, problem }) => {
    const code = cellText(cells['code']);
    const name = cellText(cells['name']);
    const line: ImportRow = {
      row,
      code: code.slice(0, MAX_CODE) || null,
      name: name.slice(0, MAX_NAME) || null,
      outcome: 'error',
      message: null,
      warnings: [],
    };
    const key = code === '' ? `name ${foldName(name)}` : `code ${foldCode(code)}`;
    if (problem !== undefined || (code === '' && name === '')) {
      refuseRow(line, [problem ?? inColumn('name', refusal('CELL_MISSING_NAME'))]);
      alone.push(line);
      return line;
    }
    const group = groups.get(key) ?? newGroup(source, row, { code, name }, code === '' ? byName : byCode);
    groups.set(key, group);
    group.lines.push(line);
    const problems = readRow(source, group, line, cells);
    if (problems.length > 0) refuseRow(line, problems);
    return line;
  });
  for (const group of groups.values()) settle(group);
  const creations = [...groups.values()].filter(isCreated).map(({ planned }) => planned);
  const skipped = [...groups.values()].filter(({ existing }) => existing !== null).length;
  const total = groups.size + alone.length;
  return {
    report,
    creations,
    counts: { total, created: creations.length, skipped, errors: total - creations.length - skipped },
  };
}

function newGroup(
  { idOf }: ProfileImportSource,
  row: number,
  { code, name }: { code: string; name: string },
  existing: ReadonlyMap<string | undefined, string | undefined>,
): Group {
  const id = idOf(row);
  return {
    id,
    existing: existing.get(code === '' ? foldName(name) : foldCode(code)) ?? null,
    planned: { id, code: code || null, name, departmentId: null, requirements: [] },
    lines: [],
  };
}

const isCreated = ({ lines }: Group): boolean => lines[0]?.outcome === 'created';

/** Adds what a row says to its profile; returns its problems. */
function readRow(
  { departments, competencies }: ProfileImportSource,
  { planned }: Group,
  line: ImportRow,
  cells: FileRow['cells'],
): ImportProblem[] {
  const name = cellText(cells['name']);
  const code = cellText(cells['code']);
  const problems = [
    tooLong('code', code, MAX_CODE),
    hasInvisible('code', code),
    planned.name === '' && name === '' && inColumn('name', refusal('CELL_MISSING_NAME')),
    tooLong('name', name, MAX_NAME),
    notReadable('name', name),
  ].filter((problem) => problem !== false);
  planned.name ||= name;
  const department = resolveReference(departments, 'department', cellText(cells['department']) || null);
  if (department.warning) warnOfRow(line, inColumn('department', department.warning));
  planned.departmentId ??= department.id;
  return [...problems, ...readRequirement(competencies, planned, cells)];
}

function readRequirement(
  competencies: NameIndex,
  { requirements }: PlannedProfile,
  cells: FileRow['cells'],
): ImportProblem[] {
  const cell = cellText(cells['competency']);
  if (cell === '') return [];
  const competency = resolveReference(competencies, 'competency', cell);
  const level = Number(cellText(cells['requiredlevel']));
  const critical = foldName(cellText(cells['critical']));
  const problems = [
    competency.warning !== null && inColumn('competency', competency.warning),
    requirements.some(({ competencyId }) => competencyId === competency.id && competencyId !== null) &&
      inColumn('competency', refusal('PROFILE_REQUIRES_COMPETENCY')),
    !(Number.isInteger(level) && level >= MIN_LEVEL && level <= MAX_LEVEL) &&
      inColumn('requiredlevel', refusal('REQUIRED_LEVEL_NOT_IN_RANGE', { min: MIN_LEVEL, max: MAX_LEVEL })),
    !YES.has(critical) && !NO.has(critical) && inColumn('critical', refusal('CRITICAL_NOT_YES_OR_NO')),
  ].filter((problem) => problem !== false);
  if (problems.length === 0)
    requirements.push({
      competencyId: competency.id,
      skillId: null,
      requiredLevel: level,
      isCritical: YES.has(critical),
    });
  return problems;
}

/** Gives all rows of a profile one outcome. */
function settle({ id, existing, lines }: Group): void {
  const faulty = lines.find(({ message }) => message !== null);
  for (const line of lines) {
    if (existing !== null) {
      line.outcome = 'skipped';
      line.jobProfileId = existing;
      refuseRow(line, [refusal('JOB_PROFILE_EXISTS')]);
    } else if (faulty) {
      line.jobProfileId = null;
      if (line.message === null) refuseRow(line, [refusal('JOB_PROFILE_HAS_FAULTY_ROW', { row: faulty.row })]);
    } else {
      line.outcome = 'created';
      line.jobProfileId = id;
    }
  }
}
