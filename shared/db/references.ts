import type { Model } from 'mongoose';
import { type FieldRefusal, refusal } from '../kernel/refusals/refusal';
import { anyDeletion } from './bulk';
import { pickRows } from './pick';
import type { Row } from './rows';

interface ReferenceOptions {
  /** Whether deleted rows exist, too, since what is over names them. */
  ofDeletedToo?: boolean;
}

/**
 * Reads one field of referenced rows with one query for a whole page; the returned function gives null for null and, unless
 * history asks for them (`ofDeletedToo`), for deleted rows.
 */
export async function namesById<T extends Row>(
  model: Model<T>,
  ids: Iterable<string | null | undefined>,
  field: keyof T & string,
  { ofDeletedToo = false }: ReferenceOptions = {},
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
  if (!model.schema.path('erasedAt') || !model.schema.path('isDeleted')) return {};
  return { isDeleted: { $in: [true, false] }, $or: [{ isDeleted: false }, { erasedAt: { $ne: null } }] };
}

/**
 * Returns which of the references do not exist in the tenant: an unknown id in a body is VALIDATION on its field. Null
 * and undefined are not references. A deleted row does not exist, unless history asks (`ofDeletedToo`).
 */
export async function missingReferences<T extends Row>(
  model: Model<T>,
  references: readonly { field: string; id: string | null | undefined }[],
  { ofDeletedToo = false }: ReferenceOptions = {},
): Promise<FieldRefusal[]> {
  const named = references.filter(
    (reference): reference is { field: string; id: string } => typeof reference.id === 'string',
  );
  if (named.length === 0) return [];
  const ids = [...new Set(named.map((reference) => reference.id))];
  const rows = await pickRows(model.find({ ...(ofDeletedToo ? anyDeletion(model) : {}), _id: { $in: ids } }), '_id');
  const found = new Set(rows.map((row) => row._id));
  return named
    .filter((reference) => !found.has(reference.id))
    .map((reference) => ({ field: reference.field, ...refusal('DOES_NOT_EXIST') }));
}
