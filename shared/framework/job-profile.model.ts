import { Schema } from 'mongoose';
import type { SoftDeletedRow, TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** What a job profile asks for: a level 1..5 of one competency or one skill. */
export interface ProfileRequirement {
  id: string;
  competencyId: string | null;
  skillId: string | null;
  requiredLevel: number;
  isCritical: boolean;
}

/** A job profile (decisions 5). Cloning makes a new version; `isCurrent` marks the newest of its line. */
export interface JobProfile extends TenantRow, SoftDeletedRow {
  code: string | null;
  name: string;
  description: string | null;
  departmentId: string | null;
  version: number;
  previousVersionId: string | null;
  isCurrent: boolean;
  requirements: ProfileRequirement[];
  searchText: string;
}

const requirement = new Schema(
  {
    id: { type: String, required: true },
    competencyId: { type: String, default: null },
    skillId: { type: String, default: null },
    requiredLevel: { type: Number, required: true },
    isCritical: { type: Boolean, required: true },
  },
  { _id: false, id: false },
);

export const JobProfileModel = tenantModel<JobProfile>(
  'JobProfile',
  {
    code: { type: String, default: null },
    name: { type: String, required: true },
    description: { type: String, default: null },
    departmentId: { type: String, default: null },
    version: { type: Number, required: true, default: 1 },
    previousVersionId: { type: String, default: null },
    isCurrent: { type: Boolean, required: true, default: true },
    requirements: { type: [requirement], required: true },
    searchText: { type: String, required: true },
  },
  {
    softDelete: true,
    indexes: [
      { keys: { name: 1 } },
      { keys: { code: 1, version: 1 }, unique: true, live: true, whereText: ['code'] },
      { keys: { previousVersionId: 1 } },
    ],
  },
);
