import type { Model } from 'mongoose';
import { now } from '../kernel/clock';
import { tenantId } from '../kernel/context';
import { rowsOf } from './collection';
import type { Row } from './rows';
import { currentSession } from './transaction';

/** Sets fields of a row of the context's tenant, including immutable ones, within the running transaction. */
export async function overwriteRow(
  model: Model<Row>,
  id: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const session = currentSession();
  await rowsOf(model).updateOne(
    { _id: id, tenantId: tenantId() },
    { $set: { ...fields, updatedAt: now() }, $inc: { revision: 1 } },
    session ? { session } : {},
  );
}
