import { Schema } from 'mongoose';
import type { SoftDeletedRow, TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** A level 1..5 of a competency with the behavior that shows it. */
export interface CompetencyLevel {
  level: number;
  label: string;
  descriptor: string;
}

/** A competency. */
export interface Competency extends TenantRow, SoftDeletedRow {
  code: string | null;
  name: string;
  description: string | null;
  categoryId: string | null;
  levels: CompetencyLevel[];
  searchText: string;
}

const level = new Schema(
  {
    level: { type: Number, required: true },
    label: { type: String, default: '', trim: true },
    descriptor: { type: String, default: '', trim: true },
  },
  { _id: false },
);

export const CompetencyModel = tenantModel<Competency>(
  'Competency',
  {
    code: { type: String, default: null, trim: true },
    name: { type: String, required: true, trim: true },
    description: { type: String, default: null, trim: true },
    categoryId: { type: String, default: null },
    levels: { type: [level], required: true },
  },
  {
    searchable: ['name', 'code'],
    softDelete: true,
    indexes: [
      { keys: { name: 1, _id: 1 } },
      { keys: { code: 1 }, unique: true, live: true, whereText: ['code'] },
      { keys: { categoryId: 1 } },
    ],
  },
);
