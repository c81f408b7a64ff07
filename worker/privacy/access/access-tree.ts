import type { Model } from 'mongoose';
import type { Row } from '../../../shared/db/rows';

/** An id that an access file shows together with a name, in another field. */
export interface NamedId {
  as: string;
  model: Model<Row>;
  field: string;
}

/** `shown`: unchanged. `internal`: meaningless to the person, or it would reveal a single evaluator's answer. */
export type AccessField = 'shown' | 'internal' | NamedId;

/** The written fields of a row and of its nested documents. */
export type AccessTree = Map<string, 'shown' | NamedId | AccessTree>;

/** Returns the written fields by name, without internal ones. */
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
