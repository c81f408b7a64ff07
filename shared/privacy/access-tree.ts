import type { Model } from 'mongoose';
import type { Row } from '../db/rows';

/** An id that an access file shows with the name of what it is the id of, as another field. */
export interface NamedId {
  as: string;
  model: Model<Row>;
  field: string;
}

/** `shown`: as it is. `internal`: it says nothing to the person, or it would say what a single evaluator answered. */
export type AccessField = 'shown' | 'internal' | NamedId;

/** The fields that are written of a row, and of the documents inside of it. */
export type AccessTree = Map<string, 'shown' | NamedId | AccessTree>;

/** The written fields by the names that lead to them, without internal ones. */
export function accessTree(fields: Readonly<Record<string, AccessField>>): AccessTree {
  const tree: AccessTree = new Map();
  for (const [path, field] of Object.entries(fields)) {
    if (field === 'internal') continue;
    const names = path.split('.');
    const last = names.pop() ?? path;
    let branch = tree;
    for (const name of names) {
      const below = branch.get(name);
      const next: AccessTree = below instanceof Map ? below : new Map<string, 'shown' | NamedId | AccessTree>();
      branch.set(name, next);
      branch = next;
    }
    branch.set(last, field);
  }
  return tree;
}
