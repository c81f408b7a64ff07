import type { Document, Query, Schema } from 'mongoose';
import { searchKey } from './search';

type Values = Record<string, string | null | undefined>;

/** The searched fields by model name. */
const searchable = new Map<string, readonly string[]>();

/**
 * Updates `searchText`, the folded text of the given fields, by which lists sort, in every row that is saved, inserted or updated.
 * An update must set all of the fields or none.
 */
export function maintainSearchText(modelName: string, schema: Schema, fields: readonly string[]): void {
  searchable.set(modelName, fields);
  const repeatsPerson = fields.some((field) => schema.path(field).options.personal !== 'none');
  schema.add({
    searchText: { type: String, required: true, personal: repeatsPerson ? 'secret' : 'none' },
  });
  schema.pre('validate', function (this: Document) {
    if (!this.isNew && !fields.some((field) => this.isModified(field))) return;
    const values = fields.map((field): [string, unknown] => [field, this.get(field)]);
    this.set(searchTextOf(modelName, Object.fromEntries(values)));
  });
  schema.pre(['updateOne', 'updateMany', 'findOneAndUpdate'], function (this: Query<unknown, unknown>) {
    const set = (this.getUpdate() as { $set?: Values } | null)?.$set ?? {};
    const named = fields.filter((field) => field in set);
    if (named.length === 0) return;
    if (named.length < fields.length)
      throw new Error(`An update of ${modelName} must set all of ${fields.join(', ')}.`);
    this.set(searchTextOf(modelName, set));
  });
}

/** Returns the stored field with the row's folded text; empty for a model without a search. */
export function searchTextOf(modelName: string, row: object): { searchText?: string } {
  const fields = searchable.get(modelName);
  return fields ? { searchText: searchKey(...fields.map((field) => (row as Values)[field])) } : {};
}
