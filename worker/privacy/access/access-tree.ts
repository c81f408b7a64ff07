import type { Access } from '../../../shared/db/fields';

/** An id that an access file shows together with a name, in another field. */
export interface NamedId {
  as: string;
  model: string;
  field: string;
}

export type AccessTree = Map<string, 'shown' | NamedId | AccessTree>;

/** Returns the written fields by name, without internal ones. */
export function accessTree(fields: Readonly<Record<string, Access>>): AccessTree {
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
    branch.set(last, field === 'shown' ? field : namedId(field));
  }
  return tree;
}

function namedId(text: string): NamedId {
  const [as = '', model = '', field = ''] = text.split(/ = |\./);
  return { as, model, field };
}
