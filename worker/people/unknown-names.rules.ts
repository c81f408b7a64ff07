import { MAX_NAME } from '../../shared/framework/name-limits';
import type { UnknownName } from '../../shared/jobs/import-result';
import {
  buildNameOrCodeIndex,
  foldCode,
  foldName,
  type NameIndex,
  type Reference,
  resolveReference,
} from '../../shared/kernel/name-index.rules';
import type { Named } from './employee-import.rules';

/** A department or job profile to create, whose id is the same in every run. */
export interface PlannedName {
  id: string;
  name: string;
}

/** Resolves the cells of one column, and collects the names that do not exist: they are created if the import is asked to. */
export class ReferenceColumn {
  private readonly index: NameIndex;
  private readonly unknown = new Map<string, PlannedName & { rows: number }>();

  constructor(
    private readonly kind: UnknownName['kind'],
    existing: readonly Named[],
    private readonly isCreated: boolean,
    private readonly idOf: (name: string) => string,
  ) {
    this.index = buildNameOrCodeIndex(existing);
  }

  /** Returns what a cell names. What someone has already stays when the cell names it, whatever else has the name. */
  resolve(cell: string | null, present: Named | null = null): Reference {
    if (cell !== null && present !== null && isNamed(present, cell)) return { id: present.id, warning: null };
    const found = resolveReference(this.index, this.kind === 'departments' ? 'department' : 'job profile', cell);
    if (found.warning === null || cell === null || cell.length > MAX_NAME || this.index.find(cell) !== undefined)
      return found;
    const key = foldName(cell);
    const named = this.unknown.get(key) ?? { id: this.idOf(key), name: cell, rows: 0 };
    this.unknown.set(key, { ...named, rows: named.rows + 1 });
    return this.isCreated ? { id: named.id, warning: null } : found;
  }

  /** The names that do not exist, those of most rows first. */
  unknownNames(): UnknownName[] {
    return [...this.unknown.values()]
      .map(({ name, rows }) => ({ kind: this.kind, name, rows }))
      .sort((a, b) => b.rows - a.rows);
  }

  planned(): PlannedName[] {
    return this.isCreated ? [...this.unknown.values()].map(({ id, name }) => ({ id, name })) : [];
  }
}

function isNamed({ name, code }: Named, cell: string): boolean {
  return foldName(name) === foldName(cell) || (code !== null && foldCode(code) === foldCode(cell));
}
