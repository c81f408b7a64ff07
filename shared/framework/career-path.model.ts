import { Schema } from 'mongoose';
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

const step = new Schema(
  {
    order: { type: Number, required: true },
    jobProfileId: { type: String, required: true },
    minMonths: { type: Number, default: null },
  },
  { _id: false },
);

export const CareerPathModel = tenantModel<CareerPath>(
  'CareerPath',
  {
    name: { type: String, required: true, trim: true },
    description: { type: String, default: null, trim: true },
    steps: { type: [step], required: true },
  },
  {
    searchable: ['name'],
    softDelete: true,
    indexes: [{ keys: { name: 1, _id: 1 } }, { keys: { 'steps.jobProfileId': 1 } }],
  },
);
