import { conflict, type FieldError } from '../../shared/kernel/errors';
import { sentence } from '../../shared/kernel/refusals/sentence';

interface Part {
  id: string;
}

/** Throws CONFLICT when a new part of a goal or plan has the id of an existing one. */
export function assertFreeId(parts: readonly Part[], { id }: Part): void {
  if (parts.some((part) => part.id === id)) throw conflict(sentence`The id ${id} is already taken.`);
}

/** Validates that each part of a new list has its own id; `field` is the list's name. */
export function validateUniqueIds(parts: readonly Part[], field: string): FieldError[] {
  const ids = parts.map(({ id }) => id);
  return ids.flatMap((id, at) =>
    ids.indexOf(id) === at ? [] : [{ field: `${field}[${at}].id`, message: 'must not be repeated' }],
  );
}
