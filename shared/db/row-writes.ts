import type { Model } from 'mongoose';
import { bulkCause } from './bulk-cause';
import { noteChange } from './changes';
import type { Row } from './rows';
import { inTransaction } from './transaction';

/* A write of rows counts a change of their collection, in its transaction (docs/adr/0027). */

type Named = Pick<Model<Row>, 'modelName'>;

/** Models whose changes are counted, by name. */
const countedModels = new Set<string>();

/** Whether the changes of a model's rows are counted. */
export const countsChanges = ({ modelName }: Named): boolean => countedModels.has(modelName);

/** Runs a write of rows of a model, in one transaction with the count of the change. */
export async function writing<R>(model: Named, write: () => Promise<R>): Promise<R> {
  if (!countsChanges(model)) return write();
  return inTransaction(() => {
    noteChange(model.modelName);
    return write();
  });
}

type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>;
/** What mongoose calls to run a query, by the operation that it is. */
interface WriteQuery {
  op?: string;
  exec: (this: WriteQuery) => Promise<unknown>;
  clone: () => WriteQuery;
}

const WRITES = ['updateOne', 'updateMany', 'findOneAndUpdate', 'deleteOne', 'deleteMany', 'findOneAndDelete'];

/** Every way in which mongoose writes rows of the model counts a change. */
export function followWrites<T>(model: Model<T>): void {
  countedModels.add(model.modelName);
  wrap(model, 'insertMany', (insert) => writing(model, insert));
  wrap(model, 'bulkWrite', (write) =>
    writing(model, () => write().catch((error: unknown) => Promise.reject(bulkCause(error) as Error))),
  );
  for (const name of ['save', '$save']) wrap(model.prototype as object, name, (save) => writing(model, save));
  const { prototype } = (model as unknown as { Query: { prototype: WriteQuery } }).Query;
  const { exec } = prototype;
  prototype.exec = async function (this: WriteQuery) {
    // A query can be executed once, and a transaction may start again.
    return WRITES.includes(this.op ?? '') ? writing(model, () => exec.call(this.clone())) : exec.call(this);
  };
}

function wrap(target: object, name: string, around: (original: () => Promise<unknown>) => Promise<unknown>): void {
  const original = Reflect.get(target, name) as Method;
  const replacement: Method = async function (...args) {
    return around(() => original.apply(this, args));
  };
  Object.defineProperty(target, name, { value: replacement, configurable: true, writable: true });
}
