import { LRUCache } from 'lru-cache';
import { type Model, mongo, type QueryFilter } from 'mongoose';
import { tenantId } from '../kernel/context';
import { analysisSession } from './analytics';
import { changesOf } from './changes.store';
import { countsChanges } from './row-writes';
import type { Row } from './rows';
import { currentSession } from './transaction';

/** What a read gave, and the changes that it had seen. */
interface Remembered {
  changes: string;
  value: NonNullable<unknown>;
}

/** By tenant, model and question; in characters, since a filter can name thousands of ids. */
const remembered = new LRUCache<string, Remembered>({
  maxSize: 16_000_000,
  maxEntrySize: 500_000,
  sizeCalculation: ({ value }, key) => key.length + JSON.stringify(value).length,
});

/** Whether reads of the model's rows are remembered here and now: not inside transactions, and not from secondaries. */
export const isRemembered = (model: { modelName: string }): boolean =>
  countsChanges(model) && !currentSession() && !analysisSession();

/**
 * What `read` gives of the tenant's rows of a model, read once after each change of them; `question` tells its reads apart. Where
 * the changes of a model are not counted, and inside transactions, it reads each time.
 */
export async function readOnceAfterChange<R extends NonNullable<unknown>>(
  model: { modelName: string },
  question: string,
  read: () => Promise<R>,
): Promise<R> {
  if (!isRemembered(model)) return read();
  const key = `${tenantId()} ${model.modelName} ${question}`;
  // Asked before the rows are read: a change that comes between is read again by the next one who asks.
  const changes = await changesOf([model]);
  const earlier = remembered.get(key);
  if (earlier?.changes === changes) return earlier.value as R;
  const value = await read();
  remembered.set(key, { changes, value });
  return value;
}

/** How many rows of the tenant a filter finds, so that a page of a long list does not cost the whole list. */
export function countRows<T extends Row>(model: Model<T>, filter: QueryFilter<T>): Promise<number> {
  const question = `count ${mongo.BSON.EJSON.stringify(filter)}`;
  return readOnceAfterChange(model, question, async () => model.countDocuments(filter));
}
