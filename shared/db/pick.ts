import type { Query } from 'mongoose';

/** A query of a model for rows of type `T`, with or without conditions. */
type RowQuery<Result, T> = Query<Result, unknown, object, T>;
type Picked<T, K extends keyof T> = Pick<T, K | ('_id' & keyof T)>;

/**
 * Returns the rows that a query finds with these fields and their id alone; one list limits both the projection and the type.
 */
export async function pickRows<T, K extends keyof T & string>(
  query: RowQuery<unknown[], T>,
  ...fields: K[]
): Promise<Picked<T, K>[]> {
  return query.select(fields).lean<Picked<T, K>[]>();
}

/** Returns the row that a query finds with these fields and its id alone, or null. */
export async function pickRow<T, K extends keyof T & string>(
  query: RowQuery<unknown, T>,
  ...fields: K[]
): Promise<Picked<T, K> | null> {
  return query.select(fields).lean<Picked<T, K>>();
}

/**
 * Returns one field of the rows that a query finds. Where a transaction can be, it takes the place of `distinct`, which sharded
 * collections refuse there.
 */
export async function pickValues<T, K extends keyof T & string>(
  query: RowQuery<unknown[], T>,
  field: K,
): Promise<T[K][]> {
  const rows = await query.select([field]).lean<Pick<T, K>[]>();
  return rows.map((row) => row[field]);
}
