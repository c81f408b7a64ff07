import { embedded } from '../db/fields';
import type { SoftDeletedRow, TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** A level 1..5 of a competency with the behavior that shows it. */
export interface CompetencyLevel {
  level: number;
  label: string;
  descriptor: string;
}

export interface Competency extends TenantRow, SoftDeletedRow {
  code: string | null;
  name: string;
  description: string | null;
  categoryId: string | null;
  levels: CompetencyLevel[];
  searchText: string;
}

const level = embedded({
  level: { type: Number, required: true },
  label: { type: String, default: '', trim: true },
  descriptor: { type: String, default: '', trim: true },
});

export const CompetencyModel = tenantModel<Competency>(
  'Competency',
  {
    code: { type: String, default: null, trim: true, personal: 'none' },
    name: { type: String, required: true, trim: true, personal: 'none' },
    description: { type: String, default: null, trim: true, personal: 'none' },
    categoryId: { type: String, default: null, personal: 'none' },
    levels: { type: [level], required: true, personal: 'none' },
  },
  {
    searchable: ['name', 'code'],
    softDelete: true,
    indexes: [
      { keys: { searchText: 1, _id: 1 } },
      { keys: { code: 1 }, unique: true, live: true, whereText: ['code'] },
      { keys: { categoryId: 1 } },
    ],
  },
);
