import type { Model } from 'mongoose';

/** The fields of every stored row. `_id` is a UUID version 4 as text. */
export interface Row {
  _id: string;
  /** Incremented by every write of the row; the source of ETags and of optimistic concurrency. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface TenantRow extends Row {
  tenantId: string;
}

/** A business entity that DELETE only marks. */
export interface SoftDeletedRow {
  isDeleted: boolean;
}

/** Types a model by what every row has, for code that reads rows of any model. */
export const anyRows = <T extends Row>(model: Model<T>): Model<Row> => model as unknown as Model<Row>;
