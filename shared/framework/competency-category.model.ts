import type { SoftDeletedRow, TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** A group of competencies. */
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
    name: { type: String, required: true, trim: true },
    description: { type: String, default: null, trim: true },
    order: { type: Number, required: true, default: 0 },
  },
  { searchable: ['name'], softDelete: true, indexes: [{ keys: { order: 1, name: 1, _id: 1 } }] },
);
