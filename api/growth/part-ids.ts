import { conflict } from '../../shared/kernel/errors';
import { type FieldRefusal, refusal } from '../../shared/kernel/refusals/refusal';

interface Part {
  id: string;
}

/** Throws CONFLICT when a new part of a goal or plan has the id of an existing one. */
export function assertFreeId(parts: readonly Part[], { id }: Part): void {
  if (parts.some((part) => part.id === id)) throw conflict(refusal('PART_ID_TAKEN', { id }));
}

/** Validates that each part of a new list has its own id; `field` is the list's name. */
export function validateUniqueIds(parts: readonly Part[], field: string): FieldRefusal[] {
  const ids = parts.map(({ id }) => id);
  return ids.flatMap((id, at) =>
    ids.indexOf(id) === at ? [] : [{ field: `${field}[${at}].id`, ...refusal('MUST_NOT_BE_REPEATED') }],
  );
}
