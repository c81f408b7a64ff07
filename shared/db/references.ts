import type { Model } from 'mongoose';
import type { FieldError } from '../kernel/errors';
import type { Row } from './rows';

/**
 * Names of referenced rows, one query for a whole page: `name(id)` is null for null and for rows that are gone.
 * Shape of the map: id to the value of `field`.
 */
export async function namesById<T extends Row>(
  model: Model<T>,
  ids: Iterable<string | null | undefined>,
  field: keyof T & string,
): Promise<(id: string | null | undefined) => string | null> {
  const wanted = [...new Set(ids)].filter((id): id is string => typeof id === 'string');
  if (wanted.length === 0) return () => null;
  const rows = await model
    .find({ _id: { $in: wanted } } as never)
    .select(field)
    .lean<Record<string, unknown>[]>();
  const names = new Map(rows.map((row) => [row._id as string, row[field] as string]));
  return (id) => (id ? (names.get(id) ?? null) : null);
}

/**
 * Which of the given references do not exist in the tenant: a foreign or unknown id in a body is VALIDATION on its
 * field (decisions 1). Null and undefined ask for nothing.
 */
export async function missingReferences<T extends Row>(
  model: Model<T>,
  wanted: readonly { field: string; id: string | null | undefined }[],
): Promise<FieldError[]> {
  const asked = wanted.filter((one): one is { field: string; id: string } => typeof one.id === 'string');
  if (asked.length === 0) return [];
  const ids = [...new Set(asked.map((one) => one.id))];
  const rows = await model
    .find({ _id: { $in: ids } } as never)
    .select('_id')
    .lean<{ _id: string }[]>();
  const found = new Set(rows.map((row) => row._id));
  return asked
    .filter((one) => !found.has(one.id))
    .map((one) => ({ field: one.field, message: 'names nothing that exists in this organization' }));
}
