import mongoose, { type Aggregate, type Document, type Model, type Query, Schema } from 'mongoose';
import { currentContext, tenantId } from '../kernel/context';
import { newId } from '../kernel/ids';
import type { Fields, Privacy } from './fields';
import type { Row, TenantRow } from './rows';
import { maintainSearchText } from './searchable';
import { currentSession } from './transaction';

type Keys = Record<string, 1 | -1>;

export interface Index {
  keys: Keys;
  unique?: boolean;
  /** Contains only rows that are not soft-deleted: unique rules ignore deleted rows. */
  live?: boolean;
  /** Contains only rows in which these fields are true: few rows, so that the index costs little. */
  whereTrue?: string[];
  /**
   * Serves periodic tasks that read the rows of all tenants (`asSystem`): the only kind of index that does not begin
   * with `tenantId`.
   */
  acrossTenants?: boolean;
  /** Contains only rows in which these fields are text: for unique rules of optional fields. */
  whereText?: string[];
}

interface ModelOptions<T> {
  /** What the model says about people (ADR 28). */
  privacy?: Privacy<T>;
  indexes?: Index[];
  /** Adds `isDeleted`; queries that do not name `isDeleted` omit deleted rows. */
  softDelete?: boolean;
  collection?: string;
  /** Stores rows in the order of their random ids, where the server can: the order of insertion would reveal whose they are. */
  shuffled?: boolean;
  /** Fields that searches compare; `searchText` stores their folded text. */
  searchable?: readonly string[];
}

/** Names of the models that are not bound to a tenant; the architecture test lists the allowed ones. */
export const globalModels = new Set<string>();
/** What models say about people, by name. */
export const privacyOfModels = new Map<string, Privacy<Record<string, unknown>>>();
export const tenantModels = new Set<string>();
/** Names of the models whose rows are stored in the order of their ids. */
export const shuffledModels = new Set<string>();

const READS = ['find', 'findOne', 'countDocuments', 'distinct'] as const;
const WRITES = ['updateOne', 'updateMany', 'findOneAndUpdate', 'deleteOne', 'deleteMany', 'findOneAndDelete'] as const;
const UPDATES = ['updateOne', 'updateMany', 'findOneAndUpdate'] as const;
const BANNED = ['estimatedDocumentCount', 'replaceOne', 'findOneAndReplace'] as const;
const CROSS_COLLECTION_STAGES = ['$lookup', '$graphLookup', '$unionWith', '$out', '$merge'];

/**
 * Makes a model of tenant data, the only way to do so: every read, write, aggregate and bulk operation is bound to the
 * tenant of the context, and throws without one. Indexes begin with `tenantId`, except those with `acrossTenants`.
 */
export function tenantModel<T extends TenantRow>(
  name: string,
  definition: Fields<T>,
  options: ModelOptions<T> = {},
): Model<T> {
  const schema = baseSchema<T>(
    name,
    { tenantId: { type: String, required: true, immutable: true, default: scopeOrUndefined }, ...definition },
    options,
  );
  schema.set('shardKey', { tenantId: 1 }); // makes document.save() name the tenant in its filter
  for (const index of options.indexes ?? []) addIndex(schema, index, index.acrossTenants ? {} : { tenantId: 1 });
  bindQueries(schema, options.softDelete ?? false);
  bindDocuments(schema);
  tenantModels.add(name);
  return mongoose.model<T>(name, schema);
}

/** Makes a model of the platform (tenants, plans, schedules), which is not bound to a tenant. */
export function globalModel<T extends Row>(
  name: string,
  definition: Fields<T>,
  options: ModelOptions<T> = {},
): Model<T> {
  const schema = baseSchema<T>(name, definition, options);
  for (const index of options.indexes ?? []) addIndex(schema, index, {});
  schema.pre([...READS, ...WRITES], function (this: Query<unknown, T>) {
    hideDeleted(this, options.softDelete ?? false);
  });
  schema.pre([...UPDATES], countRevision);
  globalModels.add(name);
  return mongoose.model<T>(name, schema);
}

function baseSchema<T>(name: string, definition: object, options: ModelOptions<T>): Schema<T> {
  if (options.shuffled) shuffledModels.add(name);
  if (options.privacy) privacyOfModels.set(name, options.privacy);
  const softDelete = options.softDelete ? { isDeleted: { type: Boolean, required: true, default: false } } : {};
  const schema: unknown = new Schema(
    { _id: { type: String, default: newId }, ...definition, ...softDelete },
    {
      timestamps: true,
      versionKey: 'revision',
      optimisticConcurrency: true,
      strict: 'throw',
      minimize: false,
      id: false,
      collection: options.collection,
    },
  );
  if (options.searchable) maintainSearchText(name, schema as Schema, options.searchable);
  (schema as Schema).pre('save', takePart);
  return schema as Schema<T>;
}

/** When a transaction restarts, mongoose restores only documents that name their session. */
function takePart(this: Document): void {
  const session = currentSession();
  if (session) this.$session(session);
}

function addIndex(schema: Schema, { keys, unique, live, whereTrue, whereText }: Index, prefix: Keys): void {
  const partial: Record<string, unknown> = {};
  if (live) partial.isDeleted = false;
  for (const field of whereTrue ?? []) partial[field] = true;
  // Every text is at least the empty one. Unlike `$type`, the planner sees that an equality implies this condition.
  for (const field of whereText ?? []) partial[field] = { $gte: '' };
  schema.index(
    { ...prefix, ...keys },
    { unique: unique ?? false, ...(Object.keys(partial).length > 0 ? { partialFilterExpression: partial } : {}) },
  );
}

const scopeOrUndefined = (): string | undefined => currentContext()?.tenantId ?? undefined;
const isSystem = (): boolean => currentContext()?.systemReason !== undefined;

function bindQueries(schema: Schema, softDelete: boolean): void {
  schema.pre([...READS, ...WRITES], function (this: Query<unknown, unknown>) {
    if (!isSystem()) {
      const scope = tenantId();
      const named: unknown = this.getFilter().tenantId;
      if (named !== undefined && named !== scope) throw new Error('The filter names another tenant.');
      this.where({ tenantId: scope });
    }
    hideDeleted(this, softDelete);
  });
  schema.pre([...UPDATES], countRevision);
  for (const operation of BANNED)
    schema.pre(operation as 'find', () => {
      throw new Error(`${operation} is not bound to a tenant.`);
    });
  schema.pre('aggregate', function (this: Aggregate<unknown>) {
    const stages = this.pipeline();
    refuseCrossCollection(stages);
    const match: Record<string, unknown> = isSystem() ? {} : { tenantId: tenantId() };
    if (softDelete) match.isDeleted = false;
    stages.unshift({ $match: match });
  });
}

function refuseCrossCollection(stages: readonly object[]): void {
  for (const stage of stages)
    for (const [name, body] of Object.entries(stage) as [string, unknown][]) {
      if (CROSS_COLLECTION_STAGES.includes(name))
        throw new Error(`${name} would leave the tenant; join by ids in code.`);
      if (name === '$facet')
        for (const inner of Object.values(body as Record<string, object[]>)) refuseCrossCollection(inner);
    }
}

function hideDeleted(query: Query<unknown, unknown>, softDelete: boolean): void {
  if (softDelete && query.getFilter().isDeleted === undefined) query.where({ isDeleted: false });
}

function countRevision(this: Query<unknown, unknown>): void {
  const update = this.getUpdate();
  if (!update || Array.isArray(update)) return;
  this.setUpdate({ ...update, $inc: { revision: 1, ...update.$inc } });
}

interface BulkOperation {
  insertOne?: { document: Record<string, unknown> };
  updateOne?: { filter: Record<string, unknown> };
  updateMany?: { filter: Record<string, unknown> };
  deleteOne?: { filter: Record<string, unknown> };
  deleteMany?: { filter: Record<string, unknown> };
}

function bindDocuments(schema: Schema): void {
  schema.pre('validate', function (this: { tenantId?: string }) {
    if (!isSystem() && this.tenantId !== tenantId()) throw new Error('The row belongs to another tenant.');
  });
  // mongoose types neither hook; both receive what the caller passed.
  const pre = schema.pre.bind(schema) as unknown as (hook: string, fn: (list: never) => void) => void;
  pre('insertMany', (documents: Record<string, unknown>[] | Record<string, unknown>) => {
    for (const document of [documents].flat()) bindInsert(document);
  });
  pre('bulkWrite', (operations: BulkOperation[]) => {
    for (const operation of operations) {
      if (operation.insertOne) bindInsert(operation.insertOne.document);
      const filtered = operation.updateOne ?? operation.updateMany ?? operation.deleteOne ?? operation.deleteMany;
      if (filtered && !isSystem()) filtered.filter = { ...filtered.filter, tenantId: tenantId() };
      if (!operation.insertOne && !filtered) throw new Error('This bulk operation is not bound to a tenant.');
    }
  });
}

function bindInsert(document: Record<string, unknown>): void {
  if (isSystem()) return;
  const scope = tenantId();
  if (document.tenantId !== undefined && document.tenantId !== scope) throw new Error('The row names another tenant.');
  document.tenantId = scope;
}
