import type { ReadResult } from '../../http/use-read';

export type Department = ReadResult<'/api/departments/tree'>[number];

/** A department as a row of the tree. */
export interface TreeRow {
  department: Department;
  /** From 1. */
  level: number;
  /** Index of the row above it in the tree; null at the top. */
  parent: number | null;
  /** Its place among its siblings, from 1. */
  place: number;
  siblings: number;
}

/** The rows that are in sight: departments below a folded one are not. */
export function visibleRows(departments: readonly Department[], folded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (siblings: readonly Department[], level: number, parent: number | null): void => {
    for (const [at, department] of siblings.entries()) {
      rows.push({ department, level, parent, place: at + 1, siblings: siblings.length });
      if (!folded.has(department.id)) add(department.children, level + 1, rows.length - 1);
    }
  };
  add(departments, 1, null);
  return rows;
}

/** What a key does on a row of the tree, as the treegrid pattern of ARIA has it; null for other keys. */
export function keyAction(
  key: string,
  at: number,
  rows: readonly TreeRow[],
  folded: ReadonlySet<string>,
): { focus: number } | { fold: boolean } | 'menu' | null {
  const row = rows[at];
  if (!row) return null;
  const isFolded = folded.has(row.department.id);
  const hasChildren = row.department.children.length > 0;
  switch (key) {
    case 'ArrowDown':
      return { focus: Math.min(at + 1, rows.length - 1) };
    case 'ArrowUp':
      return { focus: Math.max(at - 1, 0) };
    case 'Home':
      return { focus: 0 };
    case 'End':
      return { focus: rows.length - 1 };
    case 'ArrowRight':
      return hasChildren && isFolded ? { fold: false } : 'menu';
    case 'ArrowLeft':
      if (hasChildren && !isFolded) return { fold: true };
      return row.parent === null ? null : { focus: row.parent };
    default:
      return null;
  }
}
