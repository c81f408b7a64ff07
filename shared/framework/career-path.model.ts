import { embedded } from '../db/fields';
import type { SoftDeletedRow, TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { CareerStep } from './career-path.rules';

/** A career path: job profiles in the order in which people grow into them. */
export interface CareerPath extends TenantRow, SoftDeletedRow {
  name: string;
  description: string | null;
  /** By `order`. */
  steps: CareerStep[];
  searchText: string;
}

const step = embedded({
  order: { type: Number, required: true },
  jobProfileId: { type: String, required: true },
  minMonths: { type: Number, default: null },
});

export const CareerPathModel = tenantModel<CareerPath>(
  'CareerPath',
  {
    name: { type: String, required: true, trim: true, personal: 'none' },
    description: { type: String, default: null, trim: true, personal: 'none' },
    steps: { type: [step], required: true, personal: 'none' },
  },
  {
    searchable: ['name'],
    softDelete: true,
    indexes: [{ keys: { searchText: 1, _id: 1 } }, { keys: { 'steps.jobProfileId': 1 } }],
  },
);
