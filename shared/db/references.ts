import type { Model } from 'mongoose';
import type { FieldError } from '../kernel/errors';
import { anyDeletion } from './bulk';
import { pickRows } from './pick';
import type { Row } from './rows';

/**
 * Reads one field of referenced rows with one query for a whole page; the returned function gives null for null and, unless
 * history asks for them (`ofDeletedToo`), for deleted rows.
 */
export async function namesById<T extends Row>(
  model: Model<T>,
  ids: Iterable<string | null | undefined>,
  field: keyof T & string,
  { ofDeletedToo = false }: { ofDeletedToo?: boolean } = {},
): Promise<(id: string | null | undefined) => string | null> {
  const requested = [...new Set(ids)].filter((id): id is string => typeof id === 'string');
  if (requested.length === 0) return () => null;
  const rows = await model
    .find({ ...(ofDeletedToo ? anyDeletion(model) : namedRows(model)), _id: { $in: requested } })
    .select(field)
    .lean<Record<string, unknown>[]>();
  const names = new Map(rows.map((row) => [row._id as string, row[field] as string]));
  return (id) => (id ? (names.get(id) ?? null) : null);
}

/** Deleted rows have no name, except the stubs that an erasure leaves so that past actions keep an anonymous author. */
function namedRows<T extends Row>(model: Model<T>): object {
  if (!model.schema.path('erasedAt')) return {};
  return { isDeleted: { $in: [true, false] }, $or: [{ isDeleted: false }, { erasedAt: { $ne: null } }] };
}

/**
 * Returns which of the references do not exist in the tenant: an unknown id in a body is VALIDATION on its field. Null
 * and undefined are not references.
 */
export async function missingReferences<T extends Row>(
  model: Model<T>,
  references: readonly { field: string; id: string | null | undefined }[],
): Promise<FieldError[]> {
  const named = references.filter(
    (reference): reference is { field: string; id: string } => typeof reference.id === 'string',
  );
  if (named.length === 0) return [];
  const ids = [...new Set(named.map((reference) => reference.id))];
  const rows = await pickRows(model.find({ _id: { $in: ids } }), '_id');
  const found = new Set(rows.map((row) => row._id));
  return named
    .filter((reference) => !found.has(reference.id))
    .map((reference) => ({ field: reference.field, message: 'does not exist in this organization' }));
}
