import {
  cellLines,
  cellText,
  hasInvisible,
  inColumn,
  notReadable,
  type RowCheck,
  tooLong,
} from '../kernel/csv-cells.rules';
import { sentence } from '../kernel/refusals/sentence';

/** Columns of the competency import, in the form that `readCsv` takes. */
export const COMPETENCY_CSV_COLUMNS = {
  required: ['name'],
  accepted: ['code', 'name', 'description', 'category'],
} as const;

/** A valid row; `category` is the name from the file. */
export interface CompetencyCsvValue {
  code: string | null;
  name: string;
  description: string | null;
  category: string | null;
}

const MAX_CODE = 50;
const MAX_NAME = 200;
const MAX_DESCRIPTION = 4000;

/** Validates one row of the competency import; the message lists all of its problems. */
export function checkCompetencyRow(cells: Readonly<Record<string, string>>): RowCheck<CompetencyCsvValue> {
  const code = cellText(cells['code']);
  const name = cellText(cells['name']);
  const description = cellLines(cells['description']);

  const problems = [
    name === '' && inColumn('name', sentence`name is missing`),
    tooLong('code', code, MAX_CODE),
    hasInvisible('code', code),
    tooLong('name', name, MAX_NAME),
    notReadable('name', name),
    tooLong('description', description, MAX_DESCRIPTION),
  ].filter((problem) => problem !== false);
  if (problems.length > 0) return { ok: false, problems };

  return {
    ok: true,
    value: {
      code: code || null,
      name,
      description: description || null,
      category: cellText(cells['category']) || null,
    },
  };
}
