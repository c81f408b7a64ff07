import type { SoftDeletedRow, TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

export interface CompetencyCategory extends TenantRow, SoftDeletedRow {
  name: string;
  description: string | null;
  /** Position among the categories; categories with equal positions are sorted by name. */
  order: number;
  searchText: string;
}

export const CompetencyCategoryModel = tenantModel<CompetencyCategory>(
  'CompetencyCategory',
  {
    name: { type: String, required: true, trim: true, personal: 'none' },
    description: { type: String, default: null, trim: true, personal: 'none' },
    order: { type: Number, required: true, default: 0, personal: 'none' },
  },
  { searchable: ['name'], softDelete: true, indexes: [{ keys: { order: 1, searchText: 1, _id: 1 } }] },
);
