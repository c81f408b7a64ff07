import type { Document, Model } from 'mongoose';
import { tenantId } from '../kernel/context';
import { newId } from '../kernel/ids';
import { bulkCause } from './bulk-cause';
import { noteChange } from './changes';
import type { Row, TenantRow } from './rows';
import {
  areTextsShared,
  isIndexed,
  namesRows,
  noteSharedTexts,
  noteTexts,
  removeTexts,
  type RowTexts,
  textsInRow,
  textsInUpdate,
} from './text-words';
import { inTransaction } from './transaction';

/*
 * What follows from a write of rows, in its transaction: the changes of the collection are counted (docs/adr/0027), and the words
 * of texts are indexed (docs/adr/0033).
 */

type Named = Pick<Model<Row>, 'modelName'>;
type Filter = Record<string, unknown>;

/** Models whose changes are counted, by name. */
const countedModels = new Set<string>();

/** Whether the changes of a model's rows are counted. */
export const countsChanges = ({ modelName }: Named): boolean => countedModels.has(modelName);

/** Inserts rows of a model by `write`, in one transaction with what follows from it. Rows with texts without an id get one. */
export async function insertingRows<R>(model: Named, rows: readonly object[], write: () => Promise<R>): Promise<R> {
  return writing(model, textsOfInsertion(model, rows), write);
}

/** A write that sets no texts of a model whose changes are not counted takes no transaction. */
async function writing<R>(model: Named, written: readonly RowTexts[], write: () => Promise<R>): Promise<R> {
  const { modelName } = model;
  await noteSharedTexts(
    modelName,
    written.filter(({ rowId }) => rowId === ''),
  );
  const ofRows = written.filter(({ rowId }) => rowId !== '');
  if (!countsChanges(model) && ofRows.length === 0) return write();
  return inTransaction(() => {
    if (countsChanges(model)) noteChange(modelName);
    if (ofRows.length > 0) noteTexts(modelName, ofRows);
    return write();
  });
}

/** Texts of new rows. Those that several of the rows have belong to no row: a mailing tells thousands of people the same. */
function textsOfInsertion({ modelName }: Named, rows: readonly object[]): RowTexts[] {
  const written = rows.flatMap((row: Partial<TenantRow>): RowTexts[] => {
    const texts = textsInRow(modelName, row);
    if (texts.length === 0) return [];
    row._id ??= newId();
    return [{ tenantId: row.tenantId ?? tenantId(), rowId: row._id, texts, isLater: false }];
  });
  const counts = new Map<string, number>();
  for (const { texts } of written) counts.set(texts.join('\0'), (counts.get(texts.join('\0')) ?? 0) + 1);
  const isShared = (texts: readonly string[]): boolean =>
    areTextsShared(modelName) || (counts.get(texts.join('\0')) ?? 0) > 1;
  return written.map((row) => (isShared(row.texts) ? { ...row, rowId: '' } : row));
}

/** Texts that an update sets, by row; throws when it does not name its rows. */
function textsOfUpdate({ modelName }: Named, filter: Filter, update: object): RowTexts[] {
  const texts = textsInUpdate(modelName, update);
  if (texts.length === 0) return [];
  if (areTextsShared(modelName)) return [{ tenantId: tenantId(), rowId: '', texts, isLater: true }];
  const ids = [(filter._id as { $in?: unknown } | undefined)?.$in ?? filter._id].flat();
  if (!ids.every((id) => typeof id === 'string'))
    throw new Error(`An update of texts of ${modelName} must name its rows by _id.`);
  return ids.map((rowId) => ({ tenantId: tenantId(), rowId, texts, isLater: true }));
}

interface BulkOperation {
  insertOne?: { document: object };
  updateOne?: { filter: Filter; update: object };
  updateMany?: { filter: Filter; update: object };
  deleteOne?: { filter: Filter };
  deleteMany?: { filter: Filter };
}

function textsOfBulk(model: Named, operations: readonly BulkOperation[]): RowTexts[] {
  return operations.flatMap(({ insertOne, updateOne, updateMany, deleteOne, deleteMany }) => {
    if (deleteOne || deleteMany)
      throw new Error(`Delete rows of ${model.modelName} by deleteMany: their texts are indexed.`);
    const update = updateOne ?? updateMany;
    if (update) return textsOfUpdate(model, update.filter, update.update);
    return insertOne ? textsOfInsertion(model, [insertOne.document]) : [];
  });
}

function textsOfDocument(model: Named, row: Document<string> & Partial<TenantRow>): RowTexts[] {
  const texts = textsInRow(model.modelName, row, (field) => row.isNew || row.isModified(field));
  if (texts.length === 0) return [];
  const rowId = areTextsShared(model.modelName) ? '' : row._id;
  return [{ tenantId: row.tenantId ?? tenantId(), rowId, texts, isLater: !row.isNew }];
}

type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>;
/** What mongoose calls to run a query, by the operation that it is. */
interface WriteQuery {
  op?: string;
  exec: (this: WriteQuery) => Promise<unknown>;
  clone: () => WriteQuery;
  getFilter: () => Filter;
  getUpdate: () => object | null;
  where: (filter: Filter) => WriteQuery;
}

const UPDATES = ['updateOne', 'updateMany', 'findOneAndUpdate'];
const DELETIONS = ['deleteOne', 'deleteMany', 'findOneAndDelete'];

/** Every way in which mongoose writes rows of the model brings along what follows from it. */
export function followWrites<T>(model: Model<T>, { counts }: { counts: boolean }): void {
  if (counts) countedModels.add(model.modelName);
  wrap(model, 'insertMany', ([rows], insert) => insertingRows(model, [rows].flat() as object[], insert));
  wrap(model, 'bulkWrite', ([operations], write) => {
    const texts = isIndexed(model.modelName) ? textsOfBulk(model, operations as BulkOperation[]) : [];
    return writing(model, texts, () => write().catch((error: unknown) => Promise.reject(bulkCause(error) as Error)));
  });
  for (const name of ['save', '$save'])
    wrap(model.prototype as object, name, (_args, save, row) =>
      writing(model, textsOfDocument(model, row as Document<string>), save),
    );
  // Their queries learn which row they are about when they run.
  if (isIndexed(model.modelName))
    for (const name of ['updateOne', 'deleteOne'])
      wrap(model.prototype as object, name, () => {
        throw new Error(`Call ${model.modelName}Model.${name} with the _id: the texts of its rows are indexed.`);
      });
  const { prototype } = (model as unknown as { Query: { prototype: WriteQuery } }).Query;
  const { exec } = prototype;
  prototype.exec = async function (this: WriteQuery) {
    // A query can be executed once, and a transaction may start again.
    const run = (query: WriteQuery = this): Promise<unknown> => exec.call(query.clone());
    if (UPDATES.includes(this.op ?? ''))
      return writing(model, textsOfUpdate(model, this.getFilter(), this.getUpdate() ?? {}), run);
    if (DELETIONS.includes(this.op ?? '')) return deleting(model as unknown as Model<TenantRow>, this, run);
    return exec.call(this);
  };
}

function wrap(
  target: object,
  name: string,
  around: (args: unknown[], original: () => Promise<unknown>, self: unknown) => Promise<unknown>,
): void {
  const original = Reflect.get(target, name) as Method;
  const replacement: Method = async function (...args) {
    return around(args, () => original.apply(this, args), this);
  };
  Object.defineProperty(target, name, { value: replacement, configurable: true, writable: true });
}

/** Runs a deletion; where texts of rows are indexed, their entries go with the rows. */
async function deleting(
  model: Model<TenantRow>,
  query: WriteQuery,
  run: (query?: WriteQuery) => Promise<unknown>,
): Promise<unknown> {
  if (!namesRows(model.modelName)) return writing(model, [], run);
  return inTransaction(async () => {
    if (countsChanges(model)) noteChange(model.modelName);
    const isMany = query.op === 'deleteMany';
    const found = model.find(query.getFilter()).select(['tenantId']);
    const rows = await (isMany ? found : found.limit(1)).lean<TenantRow[]>();
    for (const tenant of new Set(rows.map((row) => row.tenantId)))
      await removeTexts(
        tenant,
        rows.filter((row) => row.tenantId === tenant).map(({ _id }) => _id),
      );
    const [row] = rows;
    return run(row && !isMany ? query.clone().where({ _id: row._id }) : query);
  });
}
