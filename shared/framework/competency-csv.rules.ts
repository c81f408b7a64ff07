import {
  cellLines,
  cellText,
  hasInvisible,
  inColumn,
  notReadable,
  type RowCheck,
  tooLong,
} from '../kernel/csv-cells.rules';
import { refusal } from '../kernel/refusals/refusal';
import type { CompetencyLevel } from './competency.model';
import { MAX_CODE, MAX_NAME } from './name-limits';

/** Columns of the competency import, in the form that `readCsv` takes. */
export const COMPETENCY_CSV_COLUMNS = {
  required: ['name'],
  accepted: ['code', 'name', 'description', 'category', 'level1', 'level2', 'level3', 'level4', 'level5'],
} as const;

/** A valid row; `category` is the name from the file. */
export interface CompetencyCsvValue {
  code: string | null;
  name: string;
  description: string | null;
  category: string | null;
  /** The levels that the row describes. */
  levels: CompetencyLevel[];
}

const MAX_DESCRIPTION = 4000;
const LEVELS = [1, 2, 3, 4, 5] as const;
const MAX_LABEL = 100;
const MAX_DESCRIPTOR = 1000;

/** Validates one row of the competency import; the message lists all of its problems. */
export function checkCompetencyRow(cells: Readonly<Record<string, string>>): RowCheck<CompetencyCsvValue> {
  const code = cellText(cells['code']);
  const name = cellText(cells['name']);
  const description = cellLines(cells['description']);
  const levels = LEVELS.flatMap((level) => levelOf(level, cells[`level${level}`]) ?? []);

  const problems = [
    name === '' && inColumn('name', refusal('CELL_MISSING_NAME')),
    tooLong('code', code, MAX_CODE),
    hasInvisible('code', code),
    tooLong('name', name, MAX_NAME),
    notReadable('name', name),
    tooLong('description', description, MAX_DESCRIPTION),
    ...levels.flatMap(({ level, label, descriptor }) => [
      tooLong(`level${level}`, label, MAX_LABEL),
      tooLong(`level${level}`, descriptor, MAX_DESCRIPTOR),
    ]),
  ].filter((problem) => problem !== false);
  if (problems.length > 0) return { ok: false, problems };

  return {
    ok: true,
    value: {
      code: code || null,
      name,
      description: description || null,
      category: cellText(cells['category']) || null,
      levels,
    },
  };
}

/** Reads a cell such as "Solid | Plans several weeks ahead."; without a bar it is the description. Null for an empty cell. */
function levelOf(level: number, cell: string | undefined): CompetencyLevel | null {
  const text = cellLines(cell);
  if (text === '') return null;
  const bar = text.indexOf('|');
  return { level, label: bar < 0 ? '' : cellText(text.slice(0, bar)), descriptor: text.slice(bar + 1).trim() };
}
